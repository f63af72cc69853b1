import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './Disclosure.module.css'

export interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
}

/** Collapsible details, with the browser's own element. */
export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure}>
      <summary className={styles.summary}>
        <Icon name="chevron" size={16} className={styles.chevron} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
