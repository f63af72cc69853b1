/**
 * Requests the height at which everything is visible from the modal, before a taller view is painted. While the modal
 * is closed nothing has a height, and the observer of a frame that is laid out again may stay silent.
 */
import { type RefObject, useLayoutEffect } from 'react'

const lookEveryMs = 50

/** `[data-words]` is a scrolling region; its full height counts. @param drawn changes whenever other content is rendered */
export function useAskedHeight(
  box: RefObject<HTMLElement | null>,
  drawn: unknown,
  askHeight: (height: number) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observed elements change with `drawn`
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let last = 0
    let again: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      const words = element.querySelector('[data-words]')
      const hidden = words ? words.scrollHeight - words.clientHeight : 0
      const height = Math.ceil(element.scrollHeight + hidden)
      clearTimeout(again)
      if (height === 0) again = setTimeout(ask, lookEveryMs)
      else if (height !== last) askHeight(height)
      last = height
    }
    const observer = new ResizeObserver(ask)
    for (const observed of [element, ...element.querySelectorAll('[data-words] > *')]) observer.observe(observed)
    ask()
    return () => {
      clearTimeout(again)
      observer.disconnect()
    }
  }, [box, drawn, askHeight])
}
