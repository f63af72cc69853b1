/** A wallet chosen from the list: its tabs, its links as the page opens them, and all possible results. */
import type { BrowserContext } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import { watchLeaving } from '../pages/leaving.ts'
import { type Entry, kestrel, serveListing } from '../pages/listing.ts'
import { codeIn } from '../pages/pairing.ts'
import type { HostPage } from '../setup/pages.ts'
import { expect, setHidden, test } from '../setup/phone.ts'
import { press } from '../setup/press.ts'
import type { World } from '../world/world.ts'

type Parts = { readonly host: HostPage; readonly page: HostPage['page']; readonly world: World }

/** Opens the list and chooses this wallet. */
async function choose(parts: Parts, entry: Entry, others: readonly Entry[] = []) {
  await serveListing(parts.page, parts.world, [entry, ...others])
  const { dapp, modal } = await opened(parts, parts.world.showcase)
  await modal.button(/^All Wallets/).click()
  await modal.button(entry.name).click()
  await modal.expectView(entry.name)
  const tab = (name: string) => modal.frame.getByRole('tab', { name, exact: true })
  const open = modal.frame.getByRole('link', { name: 'Open', exact: true })
  const openAgain = modal.frame.getByRole('link', { name: 'Open again', exact: true })
  return { dapp, modal, tab, open, openAgain, tabs: modal.frame.getByRole('tab') }
}

/** Serves the pages of wallets, so that nothing leaves the machine. */
const wallets = (context: BrowserContext) =>
  context.route('https://*.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A wallet</title>' }),
  )

const codeOf = (address: string | undefined) => decodeURIComponent(/[/]wc\?uri=(.*)$/.exec(address ?? '')?.[1] ?? '')

test('a wallet with every link has a tab for each, the code first', async ({ parts, phone }) => {
  const { dapp, modal, tab, tabs } = await choose(parts, kestrel)
  await expect(tabs).toHaveText(['Mobile', 'Webapp', 'Desktop', 'Browser'])
  await expect(tab('Mobile')).toHaveAttribute('aria-selected', 'true')
  await phone.pair(await codeIn(modal))
  await dapp.expectStatus('connected')
  expect(await dapp.account()).toMatchObject({ address: phone.address, wallet: { name: 'Pocket' } })
  await dapp.expectClosed()
})

test('the link under the code is in sight beside tabs, on every size of screen', async ({ parts, page }) => {
  const { modal } = await choose(parts, kestrel)
  await codeIn(modal)
  const sizes = { desktop: [900, 760], phone: [360, 740], small: [320, 640] } as const
  for (const [name, [width, height]] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height })
    await expect(modal.button('Copy link'), name).toBeInViewport({ ratio: 1 })
  }
})

test('the desktop app is opened by the page, with the press on its tab', async ({ parts, page, phone }) => {
  const left = await watchLeaving(page)
  const { dapp, modal, tab, openAgain } = await choose(parts, kestrel)
  const uri = await codeIn(modal)
  await tab('Desktop').click()
  await setHidden(modal.frame, true)
  await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
  await expect
    .poll(() => left)
    .toEqual([{ how: 'new window', url: `kestrel-desktop://wc?uri=${encodeURIComponent(uri)}` }])
  await openAgain.click()
  await expect.poll(() => left).toHaveLength(2)
  await phone.pair(uri)
  await dapp.expectStatus('connected')
})

test('the page of a wallet waits for a press of its own, and knows nothing of ours', {
  tag: '@T28',
}, async ({ parts, context, phone }) => {
  await wallets(context)
  const { dapp, modal, tab, open } = await choose(parts, kestrel)
  const uri = await codeIn(modal)
  await tab('Webapp').click()
  await expect(open).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  const arrival = context.waitForEvent('page')
  await open.click()
  const web = await arrival
  await expect(web).toHaveTitle('A wallet')
  expect(web.url()).toBe(`https://web.kestrel.example/wc?uri=${encodeURIComponent(uri)}`)
  expect(await web.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, ''])
  await phone.pair(codeOf(web.url()))
  await dapp.expectStatus('connected')
})

test('a wallet that takes its time is called slow, then can be opened again', async ({ parts, page }) => {
  await page.clock.install()
  const { modal, tab } = await choose(parts, kestrel)
  await codeIn(modal)
  await tab('Desktop').click()
  await setHidden(modal.frame, true)
  await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
  await page.clock.fastForward(3000)
  await expect(modal.text('Hold tight... it’s taking longer than expected')).toBeVisible()
  await page.clock.fastForward(2000)
  await expect(modal.text('No answer yet. Open Kestrel Wallet again')).toBeVisible()
  await press(modal.frame.getByRole('link', { name: 'Try again' }))
  await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
})

test.describe('a wallet that declines', () => {
  test.use({ phoneOptions: { behaviour: 'declines' } })

  test('is named, and gets a new link that is not opened by itself', async ({ parts, page, phone }) => {
    const left = await watchLeaving(page)
    const { dapp, modal, tab, open } = await choose(parts, kestrel)
    const first = await codeIn(modal)
    await tab('Desktop').click()
    await expect.poll(() => left).toHaveLength(1)
    await phone.pair(first)
    await expect(modal.outcome).toHaveText('You declined in Kestrel Wallet')
    await expect(modal.text('New link ready. Nothing was shared.')).toBeVisible()
    expect(left).toHaveLength(1)
    await open.click()
    await expect.poll(() => left).toHaveLength(2)
    expect(codeOf(left[1]?.url)).not.toBe(first)
    expect(codeOf(left[1]?.url)).toMatch(/^wc:/)
    await dapp.expectStatus('disconnected')
  })
})

test('no answer of the relay: there is nothing to open, and a new link can be asked for', async ({ parts }) => {
  const { page, world } = parts
  await page.clock.install()
  world.relay.behave('silent')
  const { modal } = await choose(parts, { ...kestrel, mobile_link: null, webapp_link: null })
  await expect(modal.outcome).toHaveText('Continue in Kestrel Wallet')
  await expect(modal.button('Open')).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => world.relay.calls().length).toBeGreaterThan(0)
  await page.clock.fastForward(20_000)
  await expect(modal.outcome).toHaveText('The code couldn’t be created')
  world.relay.behave('normal')
  await modal.button('Try again').click()
  // The click on "Try again" also counts as the click that opens the new link.
  await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
})

test('a link that the page does not open is reported, and the code can be copied', async ({ parts, page }) => {
  const left = await watchLeaving(page)
  // The page does not open a link with a query of someone else's choice.
  const odd = { ...kestrel, desktop_link: 'kestrel://open?then=', mobile_link: null, webapp_link: null }
  const { modal, tab } = await choose(parts, odd)
  await expect(tab('Desktop')).toHaveAttribute('aria-selected', 'true')
  const open = modal.frame.getByRole('link', { name: 'Open', exact: true })
  await open.click()
  await expect(modal.text('This page couldn’t open Kestrel Wallet.').first()).toBeVisible()
  await expect(modal.button('Copy link')).toBeVisible()
  expect(left).toEqual([])
})

test('an extension that comes while one looks is found, and connects', async ({ parts }) => {
  const { dapp, modal, tab } = await choose(parts, kestrel)
  await tab('Browser').click()
  await expect(modal.outcome).toHaveText('Not Detected')
  await modal.button('I’ve installed it').click()
  await expect(modal.text('Kestrel Wallet still isn’t visible here').first()).toBeVisible()
  await modal.button('Get').click()
  await modal.expectView('Get Kestrel Wallet')
  await modal.back.click()
  await modal.expectView('Kestrel Wallet')
  await expect(tab('Browser')).toHaveAttribute('aria-selected', 'true')
  await dapp.expectStatus('disconnected')
})

test('arrows move through the tabs and a press chooses', async ({ parts, page }) => {
  const { modal, tab } = await choose(parts, kestrel)
  await codeIn(modal)
  await tab('Mobile').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Webapp')).toBeFocused()
  await expect(tab('Mobile')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(tab('Webapp')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(tab('Browser')).toBeFocused()
})

test('going back and forth keeps one code, and leaving takes it back', async ({ parts, world }) => {
  const other = { ...kestrel, id: 'merlin', name: 'Merlin' }
  const { dapp, modal } = await choose(parts, kestrel, [other])
  const uri = await codeIn(modal)
  await modal.back.click()
  await modal.expectView('All Wallets')
  await expect.poll(() => world.relay.connections()).toBe(0)
  await modal.button('Merlin').click()
  expect(await codeIn(modal)).not.toBe(uri)
  await modal.close.click()
  await dapp.expectClosed()
  await expect.poll(() => world.relay.connections()).toBe(0)
})

test('a wallet of the developer’s own list has tabs too, and its links are judged alike', async ({ parts }) => {
  const { page, world } = parts
  const left = await watchLeaving(page)
  const own = { id: 'osprey', name: 'Osprey', desktop_link: 'osprey://start', mobile_link: 'osprey://' }
  const bad = { id: 'cuckoo', name: 'Cuckoo', webapp_link: 'http://evil.localhost/' }
  const { modal } = await opened(parts, { ...world.showcase, customWallets: [own, bad] })
  await modal.wallet('Osprey').click()
  await expect(modal.frame.getByRole('tab')).toHaveText(['Mobile', 'Desktop'])
  const uri = await codeIn(modal)
  await press(modal.frame.getByRole('tab', { name: 'Desktop' }))
  await expect
    .poll(() => left)
    .toEqual([{ how: 'new window', url: `osprey://start/wc?uri=${encodeURIComponent(uri)}` }])
  await modal.back.click()
  await modal.wallet('Cuckoo').click()
  await expect(modal.outcome).toHaveText('Cuckoo isn’t installed')
})

test('a wallet that was chosen and paired stands first on the next visit, before the listing has answered', async ({
  parts,
  phone,
}) => {
  const { host, page, world } = parts
  const first = await choose(parts, kestrel)
  const uri = await codeIn(first.modal)
  await phone.pair(uri)
  await first.dapp.expectStatus('connected')
  await first.dapp.expectClosed()
  await first.dapp.call((airlock) => airlock.disconnect())
  await first.dapp.expectStatus('disconnected')
  await host.open()
  const asked: string[] = []
  await page.route(`${world.origins.api}/getWallets?*`, (route) => void asked.push(route.request().url()))
  const { dapp, modal } = await opened(parts, world.showcase)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const rows = modal.frame.getByRole('list', { name: 'Wallets', exact: true }).locator('[data-label]')
  await expect(rows).toHaveText([/WalletConnect/, /Kestrel Wallet.*Recent/])
  await modal.wallet('Kestrel Wallet').click()
  await modal.expectView('Kestrel Wallet')
  await expect(modal.frame.getByRole('tab')).toHaveText(['Mobile', 'Webapp', 'Desktop', 'Browser'])
  await phone.pair(await codeIn(modal))
  await dapp.expectStatus('connected')
})
