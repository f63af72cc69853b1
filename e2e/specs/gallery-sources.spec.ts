/** `npm run gallery`: the gallery from its sources, as a developer opens it. */
import { expect, test } from '@playwright/test'
import { readEntries, serveGallerySources } from '../gallery/server.ts'

test('the gallery lists its states and draws them from the sources, without errors', async ({ page }) => {
  test.setTimeout(240_000) // the first request prepares all libraries
  const server = await serveGallerySources(0)
  try {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    expect((await readEntries(page, server)).length).toBeGreaterThan(100)
    const state = page.frameLocator('iframe')
    await page.locator('nav a[href="#Send/filled"]').click()
    await expect(state.locator('html[data-drawn]')).toBeAttached({ timeout: 120_000 })
    await expect(state.getByRole('heading', { level: 1 })).toBeVisible()
    expect(errors).toEqual([])
  } finally {
    await server.stop()
  }
})
