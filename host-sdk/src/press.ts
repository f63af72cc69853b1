/**
 * The gate of everything that spends the user's press for the frame: links, leaving for a login, coming back from it. The browser tells the
 * page of every press in the page or in the frame, and not where it was. So it counts only while the frame is shown and has the focus; a
 * frame that nobody sees spends none.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { FrameElement } from './frame/element.ts'

/** Browsers let a page act on a press for five seconds (HTML, transient activation), measured in another process. */
const pressLastsMs = 5250

export type Pressed = Pick<FrameElement, 'isOpen' | 'inline'> & {
  /** Where the focus is within our element. */
  readonly shadow: { readonly activeElement: { readonly localName: string } | null }
}

/**
 * @param isWindow for a window, which the browser itself refuses without a press
 * @throws {AirlockError} NEEDS_CLICK
 */
export function expectPress({ isOpen, inline, shadow }: Pressed, isWindow = false): void {
  const isInFrame = (isOpen || inline !== undefined) && shadow.activeElement?.localName === 'iframe'
  if (!isInFrame || !hasPress(isWindow)) throw new AirlockError('NEEDS_CLICK')
}

/**
 * The press that opened the modal was in the page. It is over when the modal has been open for some seconds; a later one in the frame is
 * not.
 * @throws {AirlockError} NEEDS_CLICK
 */
export async function expectOwnPress(pressed: Pressed, shownMs: number, isWindow = false): Promise<void> {
  expectPress(pressed, isWindow)
  const restMs = pressLastsMs - shownMs
  if (restMs <= 0) return
  await new Promise((resolve) => setTimeout(resolve, restMs))
  expectPress(pressed, isWindow)
}

/** Firefox before 120 does not say. There only windows open: nobody else would refuse to lead the page away without a press. */
export const hasPress = (isWindow = false): boolean => navigator.userActivation?.isActive ?? isWindow
