/** The built gallery in one quiet page per worker, for tests that draw its states. */
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { quiet } from '../screenshots/steady.ts'
import { addressOf, nameOf } from './looks.ts'
import { readEntries, serveBuiltGallery } from './server.ts'
import type { Entry } from './states/index.ts'

export type Gallery = {
  readonly page: Page
  readonly address: string
  readonly entries: readonly Entry[]
  /** What the console has said since it was last emptied. */
  readonly complaints: string[]
}

export const test = base.extend<object, { gallery: Gallery }>({
  gallery: [
    async ({ browser }, use) => {
      const server = await serveBuiltGallery()
      const { page, complaints } = await openQuietPage(browser)
      const entries = await readEntries(page, server)
      complaints.splice(0)
      await use({ page, complaints, address: server.address, entries })
      await page.context().close()
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

async function openQuietPage(browser: Browser) {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints }
}

/** `nfts` for `nfts-many`: the states of one list. */
export const firstWord = ({ state }: Entry) => state.split('-', 1)[0] ?? state

/** Some states count down from when their document was loaded: the next state gets a new document after this time. */
const documentMs = 10_000

export async function draw({ page, address }: Gallery, entry: Entry, viewport: ViewportSize): Promise<void> {
  await page.setViewportSize(viewport)
  if ((await page.evaluate(() => performance.now())) > documentMs) await page.goto('about:blank')
  await page.goto(address + addressOf(entry, {}))
  await expect(page.locator(`html[data-drawn="${nameOf(entry)}"]`), nameOf(entry)).toBeAttached()
  await quiet(page.mainFrame())
}

type ViewportSize = { readonly width: number; readonly height: number }
