/**
 * Waits until a document takes input. The browser sends input to the document that it last painted at that place. Just after the modal
 * has opened or closed that is still the other document, and the runner reports success for a click that its own document never got.
 * A page behind another one paints nothing: bring it to the front first.
 */
import { expect, type Frame, type Locator } from '@playwright/test'

/** Clicks as soon as the element takes input: for anything that the modal may have covered a moment ago. */
export async function press(target: Locator): Promise<void> {
  await takesInput(target)
  await target.click()
}

/** The same locator, whose `click` waits in that way: for page objects of documents that come and go. */
export function pressed(target: Locator): Locator {
  const click = target.click.bind(target)
  const clickLater: typeof click = async (options) => {
    await takesInput(target)
    await click(options)
  }
  return Object.assign(target, { click: clickLater })
}

/** Waits until an open modal takes input. The pointer rests on the edge of its card, where nothing lights up. */
export const modalTakesInput = (modal: Frame): Promise<void> => takesInput(modal.getByRole('main'), { x: 60, y: 3 })

/** Waits until the element's own document sees the pointer over it. */
async function takesInput(target: Locator, position?: { readonly x: number; readonly y: number }): Promise<void> {
  const isHovered = async () => {
    await target.hover(position ? { position } : {})
    // Checked in the runner's own world, which has its script already; the page's would have to load it again.
    return target.locator(':scope:hover').count()
  }
  await expect.poll(isHovered, { intervals: [20, 50, 100] }).toBe(1)
}
