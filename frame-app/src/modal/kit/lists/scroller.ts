import type { VirtualizerHandle } from 'virtua'

/** The part of the card that scrolls. */
export function scrollerOf(box: HTMLElement): HTMLElement {
  let element: HTMLElement | null = box
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement
  return element ?? document.documentElement
}

/** A list without a size is not laid out yet, and its end would always seem near. */
export function isNearEnd(list: VirtualizerHandle | null, aheadPx: number): boolean {
  if (!list || list.viewportSize === 0) return false
  return list.scrollSize - list.scrollOffset - list.viewportSize < aheadPx
}
