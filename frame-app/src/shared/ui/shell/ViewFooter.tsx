import type { ReactNode } from 'react'
import styles from './ViewFooter.module.css'

/**
 * The main action of a view, and the line that explains it: always in sight, while the content scrolls under it. The last child
 * of the view, beside its content, so that it keeps its place in the order of focus.
 */
export function ViewFooter({ children }: { children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>
}
