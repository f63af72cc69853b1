/** A sentence of the form or the review that must be read. */
import type { ReactNode } from 'react'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import styles from './Send.module.css'

export function Notice({ tone, children }: { tone: 'note' | 'caution' | 'negative'; children: ReactNode }) {
  return (
    <div className={styles[tone]}>
      <Icon name={tone === 'note' ? 'info' : 'warning'} size={16} />
      <div className={styles.words}>{children}</div>
    </div>
  )
}
