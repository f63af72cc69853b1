import type { Page } from '@playwright/test'
import { expect } from '../test.ts'

/**
 * From here on the clock of a page with `clock.install()` moves only when the test moves it. On a busy machine the moment to stop at may
 * have passed before the page hears of it, so it is tried again.
 */
export const freezeClock = (page: Page): Promise<void> =>
  expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000))).toPass()
