/** Short texts in cards, and one action. */
import type { ReactNode } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import type { ModalKey } from '../../../shared/i18n/message.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import styles from './Guide.module.css'

export interface GuideProps {
  points: readonly { title: ModalKey; text: ModalKey }[]
  action: ModalKey
  onAction: () => void
  /** Shown under the action. */
  foot?: ReactNode
}

export function Guide({ points, action, onAction, foot }: GuideProps) {
  const t = useAllMessages()
  return (
    <div className={styles.guide}>
      {points.map(({ title, text }) => (
        <section key={title} className={styles.point}>
          <h2 className={styles.title}>{t(title)}</h2>
          <p className={styles.text}>{t(text)}</p>
        </section>
      ))}
      <Button variant="primary" onClick={onAction} data-focus-key="action">
        {t(action)}
      </Button>
      {foot}
    </div>
  )
}
