import type { ReactNode } from 'react'
import styles from './FactList.module.css'

/** Names and values, one line each. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

/** A line of a `FactList`. A value that does not fit beside its name goes below it. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}
