import { Children, type ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import styles from './List.module.css'
import { type RovingOptions, useRovingFocus } from './use-roving-focus.ts'

export interface ListProps extends RovingOptions {
  /** The accessible name of the list, unless `labelledBy` points to a heading. */
  label?: string | undefined
  labelledBy?: string | undefined
  className?: string | undefined
  /** Rows or tiles; each child becomes one item. */
  children: ReactNode
}

/** Rows with one tab stop. `grid` shows tiles in as many columns of 76 px as fit. */
export function List({ label, labelledBy, orientation = 'vertical', className, children }: ListProps) {
  const roving = useRovingFocus<HTMLUListElement>({ orientation })
  return (
    <ul
      {...roving}
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets
      role="list"
      className={classes(styles.list, className)}
      data-orientation={orientation}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {Children.map(children, (child) => child && <li className={styles.item}>{child}</li>)}
    </ul>
  )
}
