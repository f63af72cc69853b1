/** Secret text that is in the document only after a button was held for three seconds, until it is hidden again. */
import type { ReactNode } from 'react'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import styles from './SecretView.module.css'
import { useHold } from './use-hold.ts'

interface HeldTextProps {
  text: string
  isShown: boolean
  onShow: (isShown: boolean) => void
  /** Secondary beside another main action. */
  variant?: 'primary' | 'secondary'
  /** Buttons beside "Hide". */
  children?: ReactNode
}

export function HeldText({ text, isShown, onShow, variant = 'primary', children }: HeldTextProps) {
  const t = useExportMessages()
  const { isHolding, handlers } = useHold(() => onShow(true))
  return (
    <>
      <output className={styles.secret} data-shown={isShown || undefined} translate="no">
        {isShown ? text : t('export.hidden')}
      </output>
      {isShown ? (
        <>
          <Button onClick={() => onShow(false)}>{t('export.hide')}</Button>
          {children}
        </>
      ) : (
        <Button variant={variant} className={styles.hold} data-holding={isHolding || undefined} {...handlers}>
          {t(isHolding ? 'export.holding' : 'export.hold')}
        </Button>
      )}
    </>
  )
}
