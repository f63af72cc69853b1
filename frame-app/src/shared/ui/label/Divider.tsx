import type { ReactNode } from 'react'
import styles from './Divider.module.css'

/** A hairline, with a word in the middle when it separates alternatives. */
export function Divider({ children }: { children?: ReactNode }) {
  return children ? <div className={styles.worded}>{children}</div> : <hr className={styles.plain} />
}
