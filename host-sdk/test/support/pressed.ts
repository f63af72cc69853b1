/** The state of our element in the page when a press may count. */
import type { OpenPolicy } from '../../src/links/open.ts'
import type { Pressed } from '../../src/press.ts'

const focused = { activeElement: { localName: 'iframe' } }

/** Open, with the focus in the frame. */
export const inFrame: Pressed = { isOpen: true, inline: undefined, shadow: focused }

/** Every state in which a press was not made in a frame that the visitor sees. */
export const elsewhere: Readonly<Record<string, Pressed>> = {
  'with the modal closed': { ...inFrame, isOpen: false },
  'on the page beside an open modal': { ...inFrame, shadow: { activeElement: null } },
  'on the card that covers the frame': { ...inFrame, shadow: { activeElement: { localName: 'button' } } },
  'on the page beside an embed': { isOpen: true, inline() {}, shadow: { activeElement: null } },
}

/** The rules of a page for links, with a press in the frame. */
export const policyOf = (more: Partial<OpenPolicy> = {}): OpenPolicy => ({
  schemes: [],
  isDevelopment: false,
  pressed: inFrame,
  shownMs: () => 60_000,
  opened: new Set(),
  isAsked: () => false,
  ...more,
})
