/** The gallery: every state is drawn, at the narrowest width and as a dark sheet. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { addressOf } from '../gallery/looks.ts'
import { type GalleryServer, readEntries, serveBuiltGallery } from '../gallery/server.ts'

const looks = [
  { theme: 'light', viewport: { width: 320, height: 640 } },
  { theme: 'dark', viewport: { width: 360, height: 740 } },
] as const

/** Each look is drawn in parts, so that a part ends within its limit and a retry repeats only that part. */
const parts = 4

let gallery: GalleryServer
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  gallery = await serveBuiltGallery()
})
test.afterAll(() => gallery.stop())

const drawn = looks.flatMap((look) => Array.from({ length: parts }, (_, part) => ({ ...look, part })))
for (const { theme, viewport, part } of drawn)
  test(`every state at ${viewport.width} px, ${theme}, part ${part + 1} of ${parts}: a heading, nothing beside the card, a quiet console`, async ({
    browser,
  }) => {
    test.setTimeout(600_000)
    const { page, complaints } = await openQuietPage(browser, viewport)
    const entries = await readEntries(page, gallery)
    expect(entries.length).toBeGreaterThan(100)
    for (const entry of entries.filter((_, index) => index % parts === part)) {
      const name = `${entry.view}/${entry.state}`
      await page.goto(gallery.address + addressOf(entry, { theme, direction: 'ltr' }))
      await expect(page.locator('html[data-drawn]'), name).toBeAttached()
      await expect.soft(page.getByRole('heading').first(), name).toBeAttached()
      expect.soft(await overflowOf(page), name).toBe(0)
      expect.soft(complaints.splice(0), name).toEqual([])
    }
    await page.context().close()
  })

async function openQuietPage(browser: Browser, viewport: { width: number; height: number }) {
  const page = await browser.newPage({ viewport })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints }
}

/** By how many pixels the document, or a part of the card that scrolls, is wider than its place. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((element) => ['auto', 'scroll', 'visible'].includes(getComputedStyle(element).overflowX))
      .filter((element) => element === document.documentElement || getComputedStyle(element).overflowX !== 'visible')
      .reduce((most, element) => Math.max(most, element.scrollWidth - element.clientWidth), 0),
  )
