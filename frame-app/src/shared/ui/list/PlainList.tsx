import { Children, type ReactNode } from 'react'
import styles from './PlainList.module.css'

export interface PlainListProps {
  label?: string | undefined
  /** `tiles`: three in a row at the usual width. `spaced`: lines of text. */
  layout?: 'rows' | 'spaced' | 'tiles' | undefined
  /** `li` elements. Without one there is no list: assistive technology would announce an empty one. */
  children: ReactNode
}

/** A list in which every control has its own tab stop; `List` has one for all. */
export function PlainList({ label, layout = 'rows', children }: PlainListProps) {
  // `count` also counts items that are left out.
  if (Children.toArray(children).length === 0) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets
    <ul className={styles.list} role="list" data-layout={layout} aria-label={label}>
      {children}
    </ul>
  )
}
