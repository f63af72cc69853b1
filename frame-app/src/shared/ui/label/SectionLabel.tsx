import type { ReactNode } from 'react'
import styles from './SectionLabel.module.css'

/** The caption over a group of rows. A heading, so that screen readers can jump to it; `id` lets a list use it as its name. */
export function SectionLabel({ id, end, children }: { id?: string | undefined; end?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.section}>
      <h2 id={id} className={styles.label}>
        {children}
      </h2>
      {end}
    </div>
  )
}
