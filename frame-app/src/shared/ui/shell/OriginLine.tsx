import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './OriginLine.module.css'

export interface OriginLineProps {
  /** The sentence with `OriginName` in it. */
  children: ReactNode
  /** What is odd about the address, or the name that the app gave itself. Turns the line into a warning. */
  warning?: ReactNode | undefined
}

/** Says on every view who is asking. The name comes from the browser, never from a message. */
export function OriginLine({ children, warning }: OriginLineProps) {
  return (
    <div className={styles.strip} data-font="fixed" data-warning={warning !== undefined || undefined}>
      <p className={styles.line}>
        {warning !== undefined && <Icon name="warning" size={16} />}
        <span>{children}</span>
      </p>
      {warning !== undefined && <p className={styles.warning}>{warning}</p>}
    </div>
  )
}

/** A host name: bold, left to right, and never cut: the end of a host name is the part that counts. */
export function OriginName({ children }: { children: string }) {
  return (
    <bdi dir="ltr">
      <b className={styles.name}>{children}</b>
    </bdi>
  )
}
