/** Keeps the frame above a phone's keyboard. */
import { listen, type Undo } from '../dom.ts'
import type { FrameElement } from './element.ts'

/**
 * A phone draws its keyboard over the lower end of the page, where the modal has its actions; only the visual viewport ends above it. A page
 * that is zoomed in has a smaller one too, as its user wishes. The box of an embed is the page's, and keeps its place: while the user types
 * there, the frame fills what is seen of it. A keyboard takes more than 15 % of the page's height; the browser's own bars take less.
 */
export function keepAboveKeyboard(element: FrameElement): Undo[] {
  const { shadow } = element
  const view = globalThis.visualViewport
  const dialog = view && shadow.querySelector('dialog')
  if (!dialog) return []
  const fit = () => {
    const box = element.inline ? shadow.host.getBoundingClientRect() : { top: 0, height: 1e9 }
    const isTyping = shadow.activeElement && view.height < document.documentElement.clientHeight * 0.85
    const top = Math.max(0, view.offsetTop - box.top)
    const height = Math.min(box.height, view.offsetTop + view.height - box.top) - top
    const isPlaced = element.isOpen && view.scale <= 1 && (isTyping || !element.inline)
    Object.assign(dialog.style, isPlaced ? { height: `${height}px`, top: `${top}px` } : { height: '', top: '' })
  }
  return [
    listen(view, 'resize', fit),
    listen(view, 'scroll', fit),
    // Only the box of an embed moves then; Firefox warns of a page that sets a position whenever it scrolls.
    listen(window, 'scroll', () => element.inline && shadow.activeElement && fit()),
    listen(dialog, 'close', fit),
  ]
}
