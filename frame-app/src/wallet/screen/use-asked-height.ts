/** Asks the modal for as much room as it takes to see the whole, before more is painted (nested-frames §4 rule 7). */
import { type RefObject, useLayoutEffect } from 'react'

/** What is in `[data-words]` scrolls by itself, and counts with its whole height. @param drawn changes with what is drawn */
export function useAskedHeight(
  box: RefObject<HTMLElement | null>,
  drawn: unknown,
  askHeight: (height: number) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is watched is drawn anew with it
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let last = 0
    const ask = () => {
      const words = element.querySelector('[data-words]')
      const hidden = words ? words.scrollHeight - words.clientHeight : 0
      const height = Math.ceil(element.scrollHeight + hidden)
      if (height !== last) askHeight(height)
      last = height
    }
    const observer = new ResizeObserver(ask)
    for (const observed of [element, ...element.querySelectorAll('[data-words] > *')]) observer.observe(observed)
    ask()
    return () => observer.disconnect()
  }, [box, drawn, askHeight])
}
