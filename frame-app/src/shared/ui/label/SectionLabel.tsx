import type { ReactNode } from 'react'
import styles from './SectionLabel.module.css'

/** The caption over a group of rows. A heading, so that screen readers can jump to it; `id` lets a list use it as its name. */
export function SectionLabel({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <h2 id={id} className={styles.label}>
      {children}
    </h2>
  )
}
