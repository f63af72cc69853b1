import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './OriginLine.module.css'

export interface OriginLineProps {
  /** The sentence with `OriginName` in it. */
  children: ReactNode
  /** A problem with the origin, or with the name that the app claims. Turns the line into a warning. */
  warning?: ReactNode | undefined
}

/** Shows the requesting origin on every view. It comes from the browser, never from a message. */
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

/** A host name: bold, left to right, and never cut, because its end is the important part. */
export function OriginName({ children }: { children: string }) {
  return (
    <bdi dir="ltr">
      <b className={styles.name}>{children}</b>
    </bdi>
  )
}
