/**
 * Waits until a document takes input. The browser sends input to the document that it last painted at that position.
 * Just after the modal has opened or closed, that is still the other document, and the runner reports success for a
 * click that its target never received. A page in the background paints nothing: bring it to the front first.
 */
import { expect, type Frame, type Locator, type Page } from '@playwright/test'

/** Clicks as soon as the element takes input: for everything that the modal may just have covered. */
export async function press(target: Locator): Promise<void> {
  await takesInput(target)
  await target.click()
}

/** The same locator with a `click` that waits like this: for page objects of documents that come and go. */
export function pressed(target: Locator): Locator {
  const click = target.click.bind(target)
  const clickLater: typeof click = async (options) => {
    await takesInput(target)
    await click(options)
  }
  return Object.assign(target, { click: clickLater })
}

/** Waits until an open modal takes input. The pointer rests on the edge of its card, where nothing reacts to hovering. */
export const modalTakesInput = (modal: Frame): Promise<void> => takesInput(modal.getByRole('main'), { x: 60, y: 3 })

/** Waits until the element's own document sees the pointer over it. */
async function takesInput(target: Locator, position?: { readonly x: number; readonly y: number }): Promise<void> {
  const isHovered = async () => {
    await target.hover(position ? { position } : {})
    // Evaluated in the runner's isolated world, which already has its script; the page's world would have to load it again.
    return target.locator(':scope:hover').count()
  }
  await expect.poll(isHovered, { intervals: [20, 50, 100] }).toBe(1)
}

/** Holds a button for a time that the page itself measures. */
export async function hold(page: Page, name: string, ms: number): Promise<void> {
  await page.getByRole('button', { name }).hover()
  await page.mouse.down()
  const until = await page.evaluate((time) => performance.now() + time, ms)
  await page.waitForFunction((time) => performance.now() >= time, until)
  await page.mouse.up()
}
