/** The part of the card that scrolls. */
export function scrollerOf(box: HTMLElement): HTMLElement {
  let element: HTMLElement | null = box
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement
  return element ?? document.documentElement
}
