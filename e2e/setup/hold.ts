import type { Page } from '@playwright/test'

/** Holds a button for a time that the page itself measures. */
export async function hold(page: Page, name: string, ms: number): Promise<void> {
  await page.getByRole('button', { name }).hover()
  await page.mouse.down()
  const until = await page.evaluate((time) => performance.now() + time, ms)
  await page.waitForFunction((time) => performance.now() >= time, until)
  await page.mouse.up()
}
