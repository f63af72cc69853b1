/** A list that renders only the rows near the visible part. Its rows must have no controls, which would lose the focus. */
import { type ReactNode, useCallback, useState } from 'react'
import { Virtualizer } from 'virtua'
import { scrollerOf } from './scroller.ts'

export interface LongListProps<T> {
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Height of a row before it is measured. */
  rowPx: number
  children: (row: T) => ReactNode
}

interface Place {
  readonly scroller: { readonly current: HTMLElement }
  /** Height of the content above the list in the same scrolling part. */
  readonly top: number
}

export function LongList<T>({ rows, keyOf, rowPx, children }: LongListProps<T>) {
  const [place, setPlace] = useState<Place>()
  const findPlace = useCallback((box: HTMLElement | null) => {
    if (!box) return
    const scroller = scrollerOf(box)
    const top = box.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    setPlace({ scroller: { current: scroller }, top })
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer has elements of its own between a list and its items
    <div ref={findPlace} role="list">
      {place && (
        <Virtualizer data={rows} itemSize={rowPx} startMargin={place.top} scrollRef={place.scroller}>
          {(row, index) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            <div key={keyOf(row)} role="listitem" aria-posinset={index + 1} aria-setsize={rows.length}>
              {children(row)}
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  )
}
