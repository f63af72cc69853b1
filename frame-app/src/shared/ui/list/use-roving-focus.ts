/**
 * One tab stop for a whole list: arrows, Home, End and type-ahead move inside it. Items are all buttons and links in the container,
 * or those marked `data-roving` if there are any. The tab index is set on the elements, not by React, because items may mount late.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { matchTyped, nextIndex } from './next-index.ts'

export interface RovingProps<T extends HTMLElement> {
  ref: RefObject<T | null>
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
}

const typeAheadMs = 600

export function useRovingFocus<T extends HTMLElement>(orientation: 'vertical' | 'horizontal'): RovingProps<T> {
  const ref = useRef<T>(null)
  const current = useRef<HTMLElement>(null)
  const typed = useRef({ text: '', at: 0 })

  // After every render, because rows change and exactly one of them must be reachable with Tab.
  useLayoutEffect(() => void settle())

  function settle(): HTMLElement[] {
    const items = itemsOf(ref.current)
    if (!current.current || !items.includes(current.current)) current.current = preferred(items)
    for (const item of items) item.tabIndex = item === current.current ? 0 : -1
    return items
  }

  function move(item: HTMLElement | undefined) {
    current.current = item ?? null
    settle()
    item?.focus()
  }

  return {
    ref,
    onFocus(event) {
      const item = itemsOf(ref.current).find((one) => one.contains(event.target))
      if (!item || item === current.current) return
      current.current = item
      settle()
    },
    onKeyDown(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const items = settle()
      const from = items.findIndex((item) => item.contains(event.target as Node))
      if (from < 0) return
      const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      const to = nextIndex(event.key, from, { count: items.length, orientation, rtl }) ?? typeAhead(event, items, from)
      if (to === undefined) return
      event.preventDefault()
      move(items[to])
    },
  }

  function typeAhead({ key, timeStamp }: KeyboardEvent, items: HTMLElement[], from: number): number | undefined {
    const isPause = timeStamp - typed.current.at > typeAheadMs
    // Space presses the row, except while a name is being typed.
    if (!/^.$/u.test(key) || (key === ' ' && (isPause || !typed.current.text))) return undefined
    typed.current = { text: isPause ? key : typed.current.text + key, at: timeStamp }
    const labels = items.map((item) => item.dataset.label ?? item.textContent ?? '')
    return matchTyped(labels, typed.current.text, from)
  }
}

function itemsOf(container: HTMLElement | null): HTMLElement[] {
  if (!container) return []
  const marked = [...container.querySelectorAll<HTMLElement>('[data-roving]')]
  return marked.length > 0 ? marked : [...container.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')]
}

const preferred = (items: HTMLElement[]) =>
  items.find((item) => item.ariaCurrent === 'true' || item.ariaSelected === 'true') ?? items[0] ?? null
