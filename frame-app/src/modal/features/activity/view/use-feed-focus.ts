/**
 * One tab stop for a virtual list of rows: arrows, Home, End and the page keys reach all rows, also those that are not rendered yet.
 * The row with the focus stays rendered wherever the list is scrolled to, and has the focus again after a visit to its receipt.
 */
import { useStore } from 'jotai'
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { nextIndex } from '../../../../shared/ui/list/next-index.ts'
import { stackAtom } from '../../../core/router/router.ts'
import { feedPlaceAtom } from '../../../session/state/account-places.ts'

/** A page key moves by this many rows, about as many as are visible. */
const pageRows = 7

export interface FeedFocus {
  /** Of the row that Tab reaches. */
  readonly index: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

/** @param keys of the rows, which are found by `data-focus-key` */
export function useFeedFocus(box: RefObject<HTMLElement | null>, keys: readonly string[]): FeedFocus {
  const store = useStore()
  const [place, setPlace] = useState(() =>
    store.get(stackAtom).direction === 'back' ? store.get(feedPlaceAtom) : undefined,
  )
  const wantsFocus = useRef<ScrollLogicalPosition | undefined>(place === undefined ? undefined : 'center')
  const index = Math.max(0, place === undefined ? 0 : keys.indexOf(place))
  const active = keys[index]

  // After every render, because the row may be rendered later than its key is known.
  useLayoutEffect(() => {
    if (wantsFocus.current === undefined || active === undefined) return
    const row = box.current?.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(active)}"]`)
    if (!row) return
    row.focus({ preventScroll: true })
    keepInView(row, wantsFocus.current)
    wantsFocus.current = undefined
  })

  const move = (key: string | undefined) => {
    setPlace(key)
    store.set(feedPlaceAtom, key)
  }
  return {
    index,
    onFocus({ target }) {
      const key = target.getAttribute('data-focus-key')
      if (key !== null && key !== place) move(key)
    },
    onKeyDown(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const page = { PageDown: pageRows, PageUp: -pageRows }[event.key]
      const to =
        page === undefined
          ? nextIndex(event.key, index, { count: keys.length, orientation: 'vertical', rtl: false })
          : Math.max(0, Math.min(keys.length - 1, index + page))
      if (to === undefined) return
      event.preventDefault()
      wantsFocus.current = 'nearest'
      move(keys[to])
    },
  }
}

/** Rows above it that are rendered only now are measured in the next frames, and push it out of view. */
function keepInView(row: HTMLElement, block: ScrollLogicalPosition, frames = 6): void {
  row.scrollIntoView({ block })
  if (frames > 0)
    requestAnimationFrame(() => {
      if (row === document.activeElement) keepInView(row, block, frames - 1)
    })
}
