/**
 * A host restored from the back/forward cache has a live session, and the modal shows the current state (C53). After
 * the restore the runner no longer knows the frame, so positions are recorded before and clicked with the real mouse.
 */
import type { Locator, Page } from '@playwright/test'
import { connected, opened } from '../../pages/connected.ts'
import { type Dapp, dappOn } from '../../pages/dapp.ts'
import { expect, test } from '../../test.ts'
import type { World } from '../../world/world.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'wasKept', persisted))
  }),
)

async function centreOf(locator: Locator): Promise<[number, number]> {
  await locator.scrollIntoViewIfNeeded()
  const box = await locator.boundingBox()
  if (!box) throw new Error('It has no place')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Leaves for another site and comes back; `meanwhile` runs on that site. */
async function leaveAndReturn(page: Page, world: World, meanwhile?: () => Promise<unknown>): Promise<void> {
  await page.goto(`${world.origins.nopolicy}/harness-host.html?csp=strict`)
  await meanwhile?.()
  await page.goBack({ waitUntil: 'commit' })
  expect(new URL(page.url()).origin).toBe(world.origins.host)
  expect(await page.evaluate(() => Reflect.get(window, 'wasKept') as boolean)).toBe(true)
}

/** Presses until the state changes: a restored frame cannot be asked whether it has rendered its view. */
async function pressUntil(
  page: Page,
  point: [number, number],
  dapp: Dapp,
  wanted: 'connected' | 'disconnected',
): Promise<void> {
  const press = async () => {
    const status = async () => (await dapp.account())?.status ?? 'disconnected'
    if ((await status()) !== wanted) await page.mouse.click(...point)
    return status()
  }
  await expect.poll(press, { intervals: [500] }).toBe(wanted)
}

test('a connected page is still connected, reads through the frame, and can disconnect', {
  tag: '@C53',
}, async ({ host, page, world, wallets: [wallet] }) => {
  const { dapp, modal } = await connected({ host, page, world }, 'Rabbit')
  await host.connect()
  const disconnect = await centreOf(modal.button('Disconnect'))
  const toEnd = async () => {
    await page.mouse.move(...disconnect)
    await page.mouse.wheel(0, 2_000)
  }
  await modal.close.click()
  await dapp.expectClosed()
  await leaveAndReturn(page, world)
  expect(await dapp.address()).toBe(wallet?.address)
  expect(await dapp.request('eth_blockNumber')).toEqual({ result: expect.stringMatching(/^0x/) })
  await host.connect()
  await expect.poll(async () => (await dapp.state()).view).toBe('Account')
  await toEnd()
  await pressUntil(page, disconnect, dapp, 'disconnected')
})

test('an open modal is still open, and connects', { tag: '@C53' }, async ({ parts, page, world, wallets }) => {
  const { dapp, modal } = await opened(parts)
  const rabbit = await centreOf(modal.wallet('Rabbit'))
  await leaveAndReturn(page, world)
  expect((await dapp.state()).open).toBe(true)
  await pressUntil(page, rabbit, dapp, 'connected')
  expect(await dapp.address()).toBe(wallets[0]?.address)
  await dapp.expectClosed()
})

test('a wallet that took its permission back meanwhile is not shown as connected', { tag: '@C53' }, async ({
  parts,
}) => {
  const { page, world } = parts
  await connected(parts, 'Rabbit')
  await leaveAndReturn(page, world, () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const onAnnounce = (event: Event) => {
            const { provider } = (event as CustomEvent<{ provider: { request(call: object): Promise<unknown> } }>)
              .detail
            resolve(provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }))
          }
          window.addEventListener('eip6963:announceProvider', onAnnounce)
          window.dispatchEvent(new Event('eip6963:requestProvider'))
        }),
    ),
  )
  await dappOn(page).expectStatus('disconnected')
})
