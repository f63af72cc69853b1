/** A recovery kit: saved in the wallet's own window, and opened by the page that was saved beside it. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, expect, type Page } from '@playwright/test'
import { press } from '../setup/press.ts'
import { holdForWords } from './export-window.ts'

interface SavedKit {
  /** On the disk. */
  readonly kitFile: string
  readonly pageFile: string
  /** Its six words. */
  readonly words: string
}

/** Begins at the kit, in the window. */
export async function saveKit(window: Page, folder: string): Promise<SavedKit> {
  const save = async (link: string, name: string): Promise<string> => {
    const saving = window.waitForEvent('download')
    await window.getByRole('link', { name: link }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(name)
    await saved.saveAs(join(folder, name))
    return join(folder, name)
  }
  return {
    kitFile: await save('Save the file', 'airlock-recovery-kit.json'),
    pageFile: await save('Save the page that opens it', 'recovery-kit.html'),
    words: await holdForWords(window, 6),
  }
}

/** Opens the kit in a browser that knows nothing and has no network. @returns what it gives back */
export async function openOffline(
  browser: Browser,
  { kitFile, pageFile, words }: SavedKit,
): Promise<{ readonly address: string; readonly words: string }> {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const asked: string[] = []
  context.on('request', (request) => void asked.push(request.url()))
  const url = pathToFileURL(pageFile).href
  await page.goto(url)
  await page.getByLabel('The file of the kit').setInputFiles(kitFile)
  await page.getByLabel('The six words', { exact: true }).fill(words)
  await press(page.getByRole('button', { name: 'Open' }))
  await expect(page.getByRole('heading', { name: 'The kit is open' })).toBeVisible({ timeout: 60_000 })
  const textOf = async (id: string) => (await page.locator(`#${id}`).textContent()) ?? ''
  const opened = { address: await textOf('address-eip155'), words: await textOf('words') }
  expect(asked).toEqual([url])
  await context.close()
  return opened
}
