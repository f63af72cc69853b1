/** Pictures of the gallery's states, which need no world. */
import { resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { addressOf } from '../gallery/looks.ts'
import { readEntries, serveBuiltGallery } from '../gallery/server.ts'
import { looks, wear } from './looks.ts'
import { settled } from './steady.ts'

/** On phones: the gallery has no page around the card. */
const onPhones = looks.filter(({ name }) => !name.startsWith('desktop'))

/** @param only parts of `view.state`, separated by commas; any of them */
export async function drawGallery(browser: Browser, out: string, only: string): Promise<void> {
  const gallery = await serveBuiltGallery()
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    const entries = await readEntries(page, gallery)
    const parts = only.split(',')
    for (const entry of entries.filter(({ view, state }) => parts.some((part) => `${view}.${state}`.includes(part)))) {
      const name = `${entry.view}.${entry.state}`
      for (const look of onPhones) {
        await wear(page, look)
        await page.goto(gallery.address + addressOf(entry, { theme: look.colorScheme, direction: 'ltr' }))
        await page.locator('html[data-drawn]').waitFor({ state: 'attached' })
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
