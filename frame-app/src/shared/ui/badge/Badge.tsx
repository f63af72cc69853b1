import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'positive' | 'caution' | 'negative' | undefined
  children: ReactNode
}

/** A short word at the end of a row, at most one per row. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
