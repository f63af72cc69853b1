/**
 * Gives the focus back to the page whenever the frame takes it while nobody sees the frame: script in the frame may focus its own document at
 * any time, and the field in which the user is typing would lose the keys. A frame that is not rendered never gets them. Ours may do
 * this once while it closes; a frame that keeps doing it is given up.
 */
import { monotonicNow } from '@airlock/protocol/natives.ts'
import { listen, type Undo } from '../dom.ts'
import type { FrameElement } from './element.ts'

/** So many times within a second. A key that is pressed before the focus is back is lost. */
const patience = 3

/** @param onHostile called when it does not stop */
export function guardFocus(element: FrameElement, onHostile: () => void): readonly Undo[] {
  const { shadow } = element
  let last: Element | null = null
  let taken = 0
  let since = 0
  const isTaken = () => document.activeElement === shadow.host && !element.isOpen && !element.inline
  const giveBack = () => {
    if (!isTaken()) return
    focusable(shadow.activeElement)?.blur()
    focusable(last)?.focus({ preventScroll: true })
    const now = monotonicNow()
    if (now - since > 1000) {
      since = now
      taken = 0
    }
    if (++taken === patience) onHostile()
  }
  const look = () => {
    // Later, when the browser has moved the focus.
    if (isTaken()) setTimeout(giveBack)
    else last = focused()
  }
  look() // the frame may have loaded before this code
  // A key tells of a field that has got the focus within the page's own shadow tree.
  return [
    listen(document, 'focusin', look),
    listen(document, 'keydown', look, { capture: true }),
    listen(window, 'blur', look),
  ]
}

/** The focused element, also within a shadow tree of the page, if that is open. */
function focused(): Element | null {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at
}

const focusable = (element: Element | null) => element as HTMLElement | null // as: only such elements get the focus
