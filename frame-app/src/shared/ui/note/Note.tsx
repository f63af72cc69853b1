import type { ReactNode } from 'react'
import styles from './Note.module.css'

/** One or two quiet sentences in a list or below it, with a button after them at most. */
export function Note({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return action === undefined ? (
    <p className={styles.note}>{children}</p>
  ) : (
    <div className={styles.note}>
      <p>{children}</p>
      {action}
    </div>
  )
}
