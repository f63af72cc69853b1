import { Children, type ReactNode } from 'react'
import styles from './List.module.css'
import { useRovingFocus } from './use-roving-focus.ts'

export interface ListProps {
  /** The accessible name of the list, unless `labelledBy` points to a heading. */
  label?: string | undefined
  labelledBy?: string | undefined
  /** Rows; each child becomes one item. */
  children: ReactNode
}

/** Rows with one tab stop. */
export function List({ label, labelledBy, children }: ListProps) {
  const roving = useRovingFocus<HTMLUListElement>('vertical')
  return (
    <ul
      {...roving}
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets
      role="list"
      className={styles.list}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {Children.map(children, (child) => child && <li className={styles.item}>{child}</li>)}
    </ul>
  )
}
