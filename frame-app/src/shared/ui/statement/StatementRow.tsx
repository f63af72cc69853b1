import type { ReactNode } from 'react'
import styles from './StatementRow.module.css'

export interface StatementRowProps {
  /** A picture, 32 px. */
  start: ReactNode
  title: ReactNode
  /** The second line. */
  detail?: ReactNode | undefined
  /** Amounts, one below another, aligned with those of other rows. */
  figures?: ReactNode | undefined
  /** Makes the row a button. */
  onPress?: (() => void) | undefined
  /** Identifies the row, to restore the focus on the way back. */
  focusKey?: string | undefined
}

/** A line of a statement: its subject, and its amounts. */
export function StatementRow({ start, title, detail, figures, onPress, focusKey }: StatementRowProps) {
  const content = (
    <>
      {start}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {figures !== undefined && <span className={styles.figures}>{figures}</span>}
    </>
  )
  return onPress ? (
    <button type="button" className={styles.row} data-focus-key={focusKey} onClick={onPress}>
      {content}
    </button>
  ) : (
    <div className={styles.row}>{content}</div>
  )
}
