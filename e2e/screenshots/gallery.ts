/** Pictures of the gallery's states, which need no world. */
import { resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { addressOf, nameOf } from '../gallery/looks.ts'
import { readEntries, serveBuiltGallery } from '../gallery/server.ts'
import { type Variant, wear } from './looks.ts'
import { quiet, setTextSize, settled } from './steady.ts'

/** @param only parts of `view.state`, separated by commas; any of them */
export async function drawGallery(browser: Browser, out: string, only: string, variant: Variant): Promise<void> {
  if (variant.locale !== undefined || variant.options !== undefined)
    throw new Error('The page of this variant says what the gallery does not: draw it with --live')
  const { direction = 'ltr', textPercent, context } = variant
  // The gallery has no page around the card.
  const looks = variant.looks.filter(({ name }) => !name.startsWith('desktop'))
  const gallery = await serveBuiltGallery()
  try {
    const page = await browser.newPage({ ...context, reducedMotion: 'reduce' })
    const entries = await readEntries(page, gallery)
    const parts = only.split(',')
    for (const entry of entries.filter(({ view, state }) => parts.some((part) => `${view}.${state}`.includes(part)))) {
      const name = `${entry.view}.${entry.state}`
      for (const look of looks) {
        await wear(page, look)
        await page.goto(gallery.address + addressOf(entry, { theme: look.colorScheme, direction }))
        await page.locator(`html[data-drawn="${nameOf(entry)}"]`).waitFor({ state: 'attached' })
        await quiet(page.mainFrame())
        if (textPercent !== undefined) await setTextSize(page.mainFrame(), textPercent)
        await settled(page.mainFrame(), look.colorScheme)
        await page.screenshot({ path: resolve(out, `${name}.${look.name}.png`), animations: 'disabled' })
      }
      console.log(name)
    }
    await page.close()
  } finally {
    await gallery.stop()
  }
}
