/** Balances: read from the first node that answers, shown with their age, and never read while no wallet is connected. */
import { connected } from '../pages/connected.ts'
import type { Dapp } from '../pages/dapp.ts'
import { freezeClock } from '../setup/freeze-clock.ts'
import { expect, test } from '../test.ts'
import type { TestWallet } from '../wallets/wallet.ts'
import type { World } from '../world/world.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

const megabyte = 1024 * 1024

const reads = (world: World) => world.chains[0].endpoints.map(({ calls }) => calls().length)

test('a node that is down is passed over for the next one', async ({ parts, host, world }) => {
  const [first, second] = world.chains[0].endpoints
  first?.behave('down')
  const { modal } = await connected(parts, 'Rabbit')
  await host.connect()
  await expect(modal.text('100.000 Ether')).toBeAttached()
  expect(second?.calls()).toContain('eth_getBalance')
})

for (const behaviour of ['down', 'error-500', 'garbage', 'huge', 'deep', 'endless'] as const)
  test(`when every node is ${behaviour}, the balance is unavailable until one answers`, { tag: '@T20' }, async ({
    parts,
  }) => {
    const { host, page, world } = parts
    await page.clock.install()
    const [one] = world.chains
    one.behave(behaviour)
    const { dapp, modal } = await connected(parts, 'Rabbit')
    await host.connect()
    await expect(modal.text('Balance unavailable')).toBeVisible()
    await expect(modal.button('Disconnect')).toBeVisible()
    expect((await dapp.state()).health).toBe('degraded')
    // The server writes only as fast as the page reads, so an endless answer only fills buffers on the way, a few megabytes.
    if (behaviour === 'endless')
      for (const { sent, calls } of one.endpoints) expect(sent()).toBeLessThan(calls().length * 16 * megabyte)
    one.behave('normal')
    // The balance is read every ten seconds, but not while an earlier read is still in progress.
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(modal.text('100.000 Ether')).toBeAttached({ timeout: 1000 })
    }).toPass()
    await expect.poll(async () => (await dapp.state()).health).toBe('ok')
  })

test('a balance that is unavailable is read again when the user asks', async ({ host, page, world }) => {
  await page.clock.install()
  const [one] = world.chains
  one.behave('down')
  const { modal } = await connected({ host, page, world }, 'Rabbit')
  await host.connect()
  await expect(modal.text('Balance unavailable')).toBeVisible()
  await freezeClock(page)
  await expect(modal.text('Balance unavailable')).toBeVisible()
  one.behave('normal')
  await modal.button('Refresh').click()
  await page.clock.runFor(500)
  await expect(modal.text('100.000 Ether')).toBeAttached()
})

test('when every node hangs, the account can be used all the same', { tag: '@T20' }, async ({ parts, host, world }) => {
  world.chains[0].behave('hang')
  const { dapp, modal } = await connected(parts, 'Rabbit')
  await host.connect()
  await expect(modal.frame.getByRole('status', { name: 'Loading balance' })).toBeVisible()
  await modal.button('Disconnect').click()
  await dapp.expectStatus('disconnected')
  await dapp.expectClosed()
})

test('a balance that cannot be read again says how old it is', async ({ context, host, page, wallets, world }) => {
  await page.clock.install()
  const [one] = world.chains
  const { dapp, modal } = await connected({ host, page, world }, 'Rabbit')
  await host.connect()
  await expect(modal.text('100.000 Ether')).toBeAttached()
  one.behave('error-500')
  // Going online reads the balance again.
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(modal.text(/^as of \d+ sec ago$/)).toBeVisible()
  await expect(modal.text('100.000 Ether')).toBeAttached()
  await freezeClock(page)
  await settled(dapp, wallets)
  one.behave('normal')
  await modal.button('Refresh').click()
  await page.clock.runFor(500)
  await expect(modal.text(/^as of/)).toHaveCount(0)
})

test('nodes are ranked while the modal is open, and left alone while it is closed', async ({ parts, wallets }) => {
  const { host, page, world } = parts
  await page.clock.install()
  await host.open()
  const { dapp, modal } = await connected(parts, 'Rabbit')
  await expect.poll(async () => (await dapp.account())?.balance?.formatted).toBe('100.000')
  const pings = () =>
    world.chains[0].endpoints.map(({ calls }) => calls().filter((name) => name === 'eth_blockNumber').length)

  const [first = 0] = pings()
  await host.connect()
  await modal.expectView('Account')
  await expect.poll(() => pings().every((count) => count > first)).toBe(true)
  const [second = 0] = pings()
  await page.clock.runFor(4000)
  await expect.poll(() => pings().every((count) => count > second)).toBe(true)

  await modal.close.click()
  await dapp.expectClosed()
  const closed = reads(world)
  await page.clock.runFor(60_000)
  await settled(dapp, wallets)
  expect(reads(world)).toEqual(closed)
})

test('a page that never connects asks no node', async ({ host, page, world }) => {
  await page.clock.install()
  await host.open()
  await host.create()
  await host.connect()
  await page.clock.runFor(30_000)
  expect(reads(world)).toEqual([0, 0])
})

/** A call that goes to the wallet and back; everything sent before it has arrived then. */
const settled = (dapp: Dapp, wallets: readonly TestWallet[]) =>
  dapp.request('eth_getBalance', [wallets[0]?.address, 'latest'])
