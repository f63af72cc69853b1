/** Wallets that the page provides with their vendor's SDK: their row, its place, connecting and disconnecting. */
import type { Airlock } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test, withWallets } from '../test.ts'
import { message } from '../wallets/samples.ts'
import type { World } from '../world/world.ts'

/** Uses the provider in `window.ethereum` in place of one from a vendor's SDK. */
const create = (page: Page, { paired }: World) =>
  page.evaluate((project) => {
    // as: set by our own test page.
    const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: object) => Airlock }
    const provider: unknown = Reflect.get(window, 'ethereum')
    const airlock = createAirlock({
      ...(Reflect.get(window, 'demoConfig') as object),
      ...project,
      customWallets: [{ id: 'listed', name: 'Listed' }],
      externalWallets: [{ id: 'coinbaseWalletSDK', name: 'Coinbase Wallet', provider }],
    })
    Object.assign(window, { airlock })
  }, paired)

test.use(withWallets({ name: 'Fox' }, { name: 'Maker', presence: 'legacy', behaviour: 'asks' }))

test('an external wallet stands after the others, connects by its own provider, and is found again', {
  tag: '@gate',
}, async ({ host, page, world, wallets, violations }) => {
  const [fox, maker] = wallets
  await create(page, world)
  await host.connect()
  const modal = await modalOn(page, world)
  // Its provider is also in `window.ethereum`, but does not appear there as a second wallet.
  await expect(modal.wallets).toHaveText([/WalletConnect/, /Fox.*Installed/, /Listed$/, /Coinbase Wallet$/])

  await modal.wallet('Coinbase Wallet').click()
  await modal.expectView('Coinbase Wallet')
  await expect(modal.outcome).toHaveText('Continue in Coinbase Wallet')
  maker?.decline()
  await expect(modal.outcome).toHaveText('You declined in Coinbase Wallet')
  maker?.approveNext()
  await modal.button('Try again').click()
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  expect(await dapp.account()).toMatchObject({
    address: maker?.address,
    wallet: { id: 'coinbaseWalletSDK', name: 'Coinbase Wallet' },
  })
  maker?.approveNext()
  expect(await dapp.request('personal_sign', [message.hex, maker?.address])).toEqual({
    result: expect.stringMatching(/^0x/),
  })
  expect(fox?.calls.filter(({ method }) => method === 'eth_requestAccounts')).toEqual([])

  await test.step('after a reload', async () => {
    await host.open()
    await create(page, world)
    await dapp.expectStatus('connected')
    expect(await dapp.address()).toBe(maker?.address)
    await dapp.call((airlock) => airlock.disconnect())
    await dapp.expectStatus('disconnected')
    await host.connect()
    const again = await modalOn(page, world)
    await expect(again.wallets).toHaveText([/WalletConnect/, /Coinbase Wallet.*Recent/, /Fox.*Installed/, /Listed$/])
  })
  expect(violations.all()).toEqual([])
})

test('the page asks for it by its id', async ({ host: _host, page, world, wallets }) => {
  await create(page, world)
  wallets[1]?.approveNext()
  expect(await dappOn(page).connect('coinbaseWalletSDK')).toBe(wallets[1]?.address)
})
