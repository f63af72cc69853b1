/**
 * Moves the focus with Tab from wherever it is. Never by a fixed number of presses: when the focus moves to another
 * process, a busy machine drops a press or gives it to the document that loses the focus.
 */
import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the element has the focus. */
export const tabTo = (page: Page, target: Locator): Promise<void> =>
  tabUntil(page, () => target.evaluate((element) => element === document.activeElement && document.hasFocus()))

/** Presses Tab until `isThere` is true; not at all if it already is. */
export async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  if (await isThere()) return
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  }).toPass()
}

/** Presses Tab `times` times and checks after each press. For elements that must never get the focus. */
export async function eachTab(page: Page, times: number, look: () => Promise<void>): Promise<void> {
  for (let count = 0; count < times; count++) {
    await page.keyboard.press('Tab')
    await look()
  }
}
