/** An important sentence in a form or a review. */
import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './Notice.module.css'

export function Notice({ tone, children }: { tone: 'note' | 'caution' | 'negative'; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={tone === 'note' ? 'info' : 'warning'} size={16} />
      <div className={styles.words}>{children}</div>
    </div>
  )
}
