/**
 * Wallets beyond those of the page: what is requested and how often, searching and browsing the list, and the events
 * that are counted.
 */
import type { Page, Request } from '@playwright/test'
import { modalOn } from '../pages/modal.ts'
import { serveWallets } from '../pages/wallet-listing.ts'
import { expect, test, withWallets } from '../test.ts'
import type { World } from '../world/world.ts'

function watchApi(page: Page, world: World) {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin === world.origins.api) requests.push(request)
  })
  const of = (path: string) =>
    requests.map((request) => new URL(request.url())).filter(({ pathname }) => pathname === path)
  return { requests, lists: () => of('/getWallets') }
}

async function openList({ page, world }: { page: Page; world: World }) {
  const modal = await modalOn(page, world)
  await modal.button(/^All Wallets/).click()
  await modal.expectView('All Wallets')
  const grid = modal.frame.getByRole('list', { name: /^Wallets/ })
  const tile = (name: string) => grid.getByRole('button', { name, exact: true })
  return { modal, grid, tile, search: modal.frame.getByRole('searchbox', { name: 'Search wallet' }) }
}

test('an opening asks once for suggestions, the list once per page, and a search once after a pause', {
  tag: '@gate',
}, async ({ host, page, world, violations }) => {
  const api = watchApi(page, world)
  await host.create(world.listed)
  expect(api.requests).toEqual([])
  await host.connect()
  const { modal, tile, search } = await openList({ page, world })
  await expect(tile('MetaMask')).toBeVisible()
  expect(api.lists().map(({ searchParams }) => [searchParams.get('entries'), searchParams.get('page')])).toEqual([
    ['4', '1'],
    ['40', '1'],
  ])
  await search.pressSequentially('rainb')
  await expect(tile('Rainbow')).toBeVisible()
  await expect(tile('MetaMask')).toBeHidden()
  expect(
    api
      .lists()
      .slice(2)
      .map(({ searchParams }) => searchParams.get('search')),
  ).toEqual(['rainb'])
  await search.fill('no such wallet')
  await expect(modal.outcome).toHaveText('No wallet called “no such wallet”')
  await search.fill('')
  await expect(tile('MetaMask')).toBeVisible()
  // A second opening needs no new requests.
  const asked = api.lists().length
  await modal.close.click()
  await host.connect()
  await openList({ page, world })
  expect(api.lists()).toHaveLength(asked)
  expect(violations.all()).toEqual([])
})

test('the card is as high as its list, whatever is found', async ({ host, page, world }) => {
  await host.create(world.listed)
  await host.connect()
  const { modal, tile, search } = await openList({ page, world })
  await expect(tile('MetaMask')).toBeVisible()
  const height = async () => (await modal.frame.getByRole('main').boundingBox())?.height
  const before = await height()
  await search.fill('no such wallet')
  await expect(modal.outcome).toBeVisible()
  await expect.poll(height).toBe(before)
})

test('pictures arrive as blobs of the modal’s own', async ({ host, page, world }) => {
  await host.create(world.listed)
  await host.connect()
  const { tile } = await openList({ page, world })
  const picture = tile('MetaMask').locator('img')
  await expect(picture).toHaveAttribute('src', new RegExp(`^blob:${world.origins.modal}/`))
  await expect(picture).toHaveJSProperty('naturalWidth', 96)
})

test('a list that was scrolled asks for the pictures of what it rests at', async ({ host, page, world }) => {
  await host.create(world.listed)
  await host.connect()
  const { modal, tile } = await openList({ page, world })
  await tile('MetaMask').hover()
  await page.mouse.wheel(0, 100_000)
  const last = modal.frame.getByRole('list', { name: 'Wallets' }).locator('[data-index]').last()
  await expect(last).not.toHaveAttribute('data-index', /^[0-3]?\d$/)
  await expect(last.locator('img')).toHaveJSProperty('naturalWidth', 96)
})

test.describe('an installed wallet', () => {
  test.use(withWallets({ name: 'SafePal' }))

  test('it stands first and connects; another one leads to its own pages', async ({ host, page, world }) => {
    await host.create(world.listed)
    await host.connect()
    const { modal, grid, tile } = await openList({ page, world })
    await expect(grid.getByRole('button').first()).toHaveText(/SafePal.*Installed/)
    await tile('Trust Wallet').click()
    await modal.expectView('Get Trust Wallet')
    await expect(modal.frame.getByRole('link', { name: /^Android App play\.google\.com/ })).toHaveAttribute(
      'href',
      'https://play.google.com/store/apps/details?id=com.wallet.crypto.trustapp',
    )
    await modal.back.click()
    await expect(tile('Trust Wallet')).toBeVisible()
  })
})

test('six hundred wallets: each page once, few elements, and the keyboard reaches the last', async ({ parts }) => {
  const { host, page, world } = parts
  test.slow() // fifteen pages, one after the other
  const asked = await serveWallets(page, world, 600)
  await host.create(world.listed)
  await host.connect()
  const { grid, tile } = await openList({ page, world })
  await tile('Wallet 0').focus()
  const most = { tiles: 0 }
  await expect(async () => {
    await page.keyboard.press('End')
    most.tiles = Math.max(most.tiles, await grid.getByRole('button').count())
    await expect(tile('Wallet 599')).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [50] })
  expect(asked).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  expect(most.tiles).toBeLessThan(80)
  await page.keyboard.press('ArrowUp')
  await expect(tile('Wallet 595')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tile('Wallet 596')).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(tile('Wallet 580')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tile('Wallet 0')).toBeFocused()
  await expect(tile('Wallet 0')).toBeInViewport()
})

test('a list that does not arrive says so, and comes when it is asked again', async ({ host, page, world }) => {
  await host.create(world.listed)
  await host.connect()
  const modal = await modalOn(page, world)
  const row = modal.button(/^All Wallets/)
  await expect(row).toBeVisible()
  await page.route(`${world.origins.api}/getWallets?*`, (route) => route.abort())
  await row.click()
  await expect(modal.outcome).toHaveText('The list couldn’t be loaded')
  await page.unroute(`${world.origins.api}/getWallets?*`)
  await modal.button('Try again').click()
  await expect(modal.frame.getByRole('button', { name: 'MetaMask', exact: true })).toBeVisible()
})

test('openings are counted after the first one, and only for a project that wants it', async ({ parts }) => {
  const { host, page, world } = parts
  const api = watchApi(page, world)
  const before = world.counted()
  await host.create(world.listed)
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  await modal.close.click()
  await expect.poll(() => world.counted().MODAL_CLOSE).toBe((before.MODAL_CLOSE ?? 0) + 1)
  expect(world.counted()).toMatchObject({
    INITIALIZE: (before.INITIALIZE ?? 0) + 1,
    MODAL_OPEN: (before.MODAL_OPEN ?? 0) + 1,
  })
  for (const request of api.requests.filter((one) => one.method() === 'POST'))
    expect(request.postData()).not.toMatch(/0x[0-9a-f]{40}|wc:|\/index/i)
})
