import { expect, type Locator } from '@playwright/test'

/**
 * A click on a page over which the modal may have been a moment ago. The browser sends input to the document that it last
 * painted there, and the runner takes a click that its own document never saw for a success: so the pointer comes first, and
 * the click when the page has felt it.
 */
export async function press(target: Locator): Promise<void> {
  const isFelt = async () => {
    await target.hover()
    return target.evaluate((element) => element.matches(':hover'))
  }
  await expect.poll(isFelt, { intervals: [20, 50, 100] }).toBe(true)
  await target.click()
}
