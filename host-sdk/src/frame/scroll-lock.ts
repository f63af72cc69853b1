/** Prevents the page from scrolling, without layout shift, and restores the previous styles exactly. */
import type { Undo } from '../dom.ts'

export function lockScroll(): Undo {
  const root = document.documentElement
  const { style } = root
  const hadStyle = root.hasAttribute('style')
  const before = ['overflow', 'scrollbar-gutter'].map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  // Keeps the space of a classic scroll bar.
  if (innerWidth > root.clientWidth) style.setProperty('scrollbar-gutter', 'stable')
  style.setProperty('overflow', 'hidden')
  return () => {
    for (const [name, value, priority] of before) style.setProperty(name, value, priority)
    // Reading the attribute makes Chromium write it out; until then it cannot be removed.
    if (!hadStyle && !root.getAttribute('style')) root.removeAttribute('style')
  }
}
