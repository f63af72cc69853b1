/**
 * Views whose code loads late: the card stays for a moment, then shows that the view is loading, and a failed load can
 * be retried.
 */
import type { Page } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import { codeIn, pairing } from '../pages/pairing.ts'
import { holdBack } from '../setup/pages.ts'
import { expect, test } from '../test.ts'

const code = '**/assets/WhatIsAWalletView-*.js'
const words = '**/assets/all-messages-*.js'

/** Holds back the files that a view needs until `release`. */
async function hold(page: Page, files = code) {
  const release = await holdBack(page, files)
  return { release, asked: page.waitForRequest(files) }
}

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

test('a view that comes soon takes the place of the one before in one step', async ({ parts, page }) => {
  const { asked, release } = await hold(page)
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  await page.clock.pauseAt(Date.now() + 60_000)
  const skeletons = await modal.frame.evaluateHandle(() => {
    const seen: Element[] = []
    new MutationObserver(() => seen.push(...document.querySelectorAll('[data-shown] [aria-busy=true]'))).observe(
      document.body,
      { childList: true, subtree: true },
    )
    return seen
  })
  await modal.button('Help').click()
  await asked
  await modal.expectView('Connect Wallet')
  release()
  await modal.expectView('What is a wallet?')
  await expect(modal.button('Get a wallet')).toBeVisible()
  expect(await skeletons.evaluate((seen) => seen.length)).toBe(0)
  // The title is focused, as after every navigation.
  await expect(modal.title).toBeFocused()
  await modal.back.click()
  await modal.expectView('Connect Wallet')
  await expect(modal.button('Help')).toBeFocused()
})

test('a view that takes longer says that it comes, and can be left', async ({ parts, page }) => {
  const { asked, release } = await hold(page)
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  await page.clock.pauseAt(Date.now() + 60_000)
  await modal.button('Help').click()
  await asked
  await page.clock.runFor(300)
  await modal.expectView('What is a wallet?')
  await expect(modal.frame.locator('[data-shown] [aria-busy=true]')).toBeVisible()
  await modal.back.click()
  await modal.expectView('Connect Wallet')
  release()
  await modal.button('Help').click()
  await expect(modal.button('Get a wallet')).toBeVisible()
})

for (const [what, files] of Object.entries({ 'code does': code, 'words do': words }))
  test(`a view whose ${what} not arrive says so, and comes when it is tried again`, async ({ parts, page }) => {
    await page.route(files, (route) => route.abort())
    const { dapp, modal } = await opened(parts)
    await modal.button('Help').click()
    await expect(modal.outcome).toHaveText('This view couldn’t load')
    await page.unroute(files)
    await modal.button('Try again').click()
    // The modal starts again and is still open.
    await modal.expectView('Connect Wallet')
    expect((await dapp.state()).open).toBe(true)
    await modal.button('Help').click()
    await expect(modal.button('Get a wallet')).toBeVisible()
  })

test('a view stands only with its words, which come once for all views', async ({ parts, page }) => {
  // Disables prefetching.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const text = await hold(page, words)
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  await page.clock.pauseAt(Date.now() + 60_000)
  await modal.button('Help').click()
  await text.asked
  await page.clock.runFor(300)
  await expect(modal.frame.locator('[data-shown] [aria-busy=true]')).toBeVisible()
  text.release()
  // React keeps the loading state for a moment.
  await page.clock.resume()
  await expect(modal.button('Get a wallet')).toBeVisible()
})

test('a pairing client that does not arrive says so, and comes when it is tried again', async ({ parts, page }) => {
  const client = '**/assets/pairing-*.js'
  await page.route(client, (route) => route.abort())
  const { modal } = await pairing(parts)
  await expect(modal.outcome).toHaveText('The code couldn’t be created')
  await page.unroute(client)
  await modal.button('Try again').click()
  await modal.expectView('Connect Wallet')
  await modal.wallet('WalletConnect').click()
  expect(await codeIn(modal)).toMatch(/^wc:/)
})
