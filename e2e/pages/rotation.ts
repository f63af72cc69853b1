/** A wallet moves to a new key, in the wallet's own window. */
import { expect, type Page } from '@playwright/test'
import type { World } from '../world/world.ts'
import { modalOn } from './modal.ts'
import { walletScreenIn, walletScreenOn } from './wallet-screen.ts'

/** From the open account view to the end of the window: makes a key, moves the one thing that the old one holds, and ends the old one. */
export async function moveToNewKey(page: Page, world: World, { old }: { readonly old: string }): Promise<void> {
  await (await modalOn(page, world)).button('Opening on other devices').click()
  const pages = await walletScreenOn(page, world)
  await pages.button('Move to a new wallet').click()
  await expect(pages.title).toHaveText('Move to a new wallet')
  // In the frame, nothing but the way to the window.
  await expect(pages.button('Make a new key')).toHaveCount(0)
  const opening = page.context().waitForEvent('page')
  await pages.approve('Open window')
  const window = await opening
  const there = walletScreenIn(window)
  await there.approve('Make a new key')
  await expect(there.title).toHaveText('Move what you have')
  await expect(window.getByText(old)).toBeVisible()
  await there.approve('Move 1 item')
  await expect(window.getByText('Moved', { exact: true })).toBeVisible({ timeout: 20_000 })

  await there.button('End the old account').click()
  await expect(there.button('End the old account')).toHaveAttribute('aria-disabled', 'true')
  await window.getByRole('textbox').fill('END')
  await there.button('End the old account').click()
  await expect(window.getByText('The old account is ended.')).toBeVisible()
  // The click closes the window, which may be gone before the click is reported.
  await Promise.allSettled([there.button('Done').click()])
  await expect.poll(() => window.isClosed()).toBe(true)
}
