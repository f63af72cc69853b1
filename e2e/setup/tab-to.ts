/** The focus moved by the keyboard, from wherever it is. */
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * Presses Tab until `isThere`. Never a fixed number of presses: one that follows the focus into another process is dropped or taken
 * by the document that is being left, where the machine is busy.
 */
export const tabTo = (page: Page, isThere: () => Promise<boolean>): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  }).toPass()
