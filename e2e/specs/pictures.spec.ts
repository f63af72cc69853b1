/** Pictures in the modal: from the gateway of the demo's project, and from nowhere else. */
import type { Page } from '@playwright/test'
import { connectedDemo } from '../pages/connected-demo.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

/** Requests of the modal's frame. */
function watchRequests(page: Page, world: World): readonly URL[] {
  const seen: URL[] = []
  page.on('request', (request) => {
    if (request.serviceWorker() === null && request.frame().url().startsWith(world.origins.modal))
      seen.push(new URL(request.url()))
  })
  return seen
}

/** The account view of a new account that has every kind of token, and the requests of the modal's frame. */
async function openAccount(page: Page, world: World) {
  const requests = watchRequests(page, world)
  const { demo } = await connectedDemo(page, world)
  await demo.button('Get 100 TST').click()
  await expect(demo.said('You got 100 TST.')).toBeVisible()
  await demo.button('Get NFTs').click()
  await expect(demo.said('You got NFTs.')).toBeVisible()
  await demo.button('Open account').click()
  const modal = await modalOn(page, world)
  await modal.expectView('Account')
  const row = (name: string) =>
    modal.frame.getByRole('region', { name: 'Tokens' }).getByRole('listitem').filter({ hasText: name })
  await expect(row('Dollar X').first()).toBeVisible()
  return { modal, row, requests }
}

test('a token row shows the picture of its list, which only the gateway has fetched', async ({
  page,
  world,
  violations,
}) => {
  const { row, requests } = await openAccount(page, world)
  for (const name of ['Test Token', 'Dollar X']) {
    const picture = row(name).locator('img[data-loaded]')
    // Pictures below the visible part are not loaded yet.
    await row(name).scrollIntoViewIfNeeded()
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.width])).toEqual([64, 32])
  }
  expect(world.content.asked()).toContain('/tokens/USDX.svg')
  const { modal, gateway } = world.origins
  const endpoints = world.chains.flatMap((chain) => chain.endpoints.map(({ url }) => new URL(url).origin))
  const others = requests.filter(
    ({ origin, protocol }) =>
      protocol === 'http:' && ![modal, gateway, world.origins.api, ...endpoints].includes(origin),
  )
  expect(others.map(({ href }) => href)).toEqual([])
  expect(
    requests.filter(({ origin, pathname }) => origin === gateway && pathname.startsWith('/v1/image/')).length,
  ).toBeGreaterThan(1)
  expect(violations.all()).toEqual([])
})

test('a picture that is not there leaves the monogram, in the same place', async ({ page, world, violations }) => {
  const { row } = await openAccount(page, world)
  const failed = row('Eighteen Places')
  // Pictures out of sight are not asked for.
  await failed.scrollIntoViewIfNeeded()
  await expect(failed.locator('img')).toHaveCount(0)
  await expect(failed.getByText('E', { exact: true })).toBeVisible()
  const left = async (name: string) => (await row(name).locator('[data-shape="round"]').first().boundingBox())?.x
  expect(await left('Eighteen Places')).toBe(await left('Dollar X'))
  expect(violations.all()).toEqual([])
})

test('a hostile gateway cannot make the modal load from another site [C128]', async ({ page, world, violations }) => {
  const tracker = 'https://tracker.example/picture.png'
  const pictures = [
    tracker,
    '//tracker.example/v1/image/a/b',
    '/\\tracker.example/v1/image/a/b',
    '/v1/image/a/../../../other',
    'javascript:alert(1)',
  ]
  await page.route(`${world.origins.gateway}/v1/account/**`, (route) =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': world.origins.modal },
      json: {
        balances: pictures.map((iconUrl, index) => ({
          name: `Dollar X ${index}`,
          symbol: 'USDX',
          chainId: world.chains[0].caip2,
          address: `${world.chains[0].caip2}:0x${String(index).padStart(40, '0')}`,
          price: 0,
          quantity: { decimals: '6', numeric: '1' },
          iconUrl,
        })),
      },
    }),
  )
  const { modal, row, requests } = await openAccount(page, world)
  await expect(row('Dollar X')).toHaveCount(pictures.length)
  await expect(modal.frame.locator('ul img')).toHaveCount(0)
  expect(
    requests.filter(
      ({ host, pathname }) => host.includes('tracker') || pathname.startsWith('/v1/image/') || pathname === '/other',
    ),
  ).toEqual([])
  expect(violations.all()).toEqual([])
})

test('NFTs have the pictures of their contracts and of IPFS, and what looks like spam is behind a switch', async ({
  page,
  world,
  violations,
}) => {
  const { modal, requests } = await openAccount(page, world)
  await modal.tab('NFTs').click()
  const grid = modal.frame.getByRole('region', { name: 'NFTs' })
  for (const name of ['Print on chain', 'Print on IPFS', 'Edition A']) {
    const tile = grid.getByRole('listitem').filter({ hasText: name })
    await expect(tile.locator('img[data-loaded]')).toBeVisible()
  }
  await expect(grid.getByText('Claim your reward')).toHaveCount(0)
  // The same pictures in what the account did.
  await modal.tab('Activity').click()
  const activity = modal.frame.getByRole('region', { name: 'Activity' })
  const row = activity.getByRole('button', { name: /USDX/ })
  // Pictures load when their rows come into view.
  await row.scrollIntoViewIfNeeded()
  await expect(row.locator('img[data-loaded]')).toBeVisible()
  await modal.button('All activity').click()
  const nfts = modal.frame.getByRole('feed').getByRole('button', { name: /#\d/ })
  await expect(nfts.locator('img[data-loaded]').first()).toBeVisible()
  const { gateway } = world.origins
  expect(requests.filter(({ origin, pathname }) => pathname.startsWith('/v1/image/') && origin !== gateway)).toEqual([])
  expect(violations.all()).toEqual([])
})
