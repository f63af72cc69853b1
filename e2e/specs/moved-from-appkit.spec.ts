/** A page that is written for AppKit, with our imports and `frameUrl`: hooks, subscriptions and elements over the real modal. */
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { modalTakesInput, press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

test('opens, connects, signs, switches and disconnects', async ({ parts, wallets: [rabbit], violations }) => {
  const { host, page, world } = parts
  const [one, two] = world.chains
  await host.open({ path: '/moved-from-appkit.html' })
  const dapp = dappOn(page)
  const shown = async (): Promise<Record<string, unknown>> => {
    const text = await page.locator('output').textContent()
    return JSON.parse(text ?? '{}') as Record<string, unknown> // as: written by our own page
  }
  const told = () => page.evaluate(() => Reflect.get(window, 'told') as (readonly [string, unknown])[])
  const button = page.locator('appkit-button').getByRole('button')
  const network = page.locator('w3m-network-button').getByRole('button')

  expect(await shown()).toEqual({
    isConnected: false,
    status: 'disconnected',
    chainId: one.chainId,
    open: false,
    hasProvider: false,
    event: 'MODAL_CREATED',
  })
  await expect(button).toHaveText('Connect Wallet')
  await expect(network).toHaveText('Select Network')
  expect(page.frames()).toHaveLength(1) // nothing is loaded yet

  await press(page.getByRole('button', { name: 'Open' }))
  const modal = await modalOn(page, world)
  await modalTakesInput(modal.frame)
  expect(await shown()).toMatchObject({ open: true, event: 'MODAL_OPEN' })
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  const address = rabbit?.address ?? ''
  await expect.poll(shown).toMatchObject({
    address,
    isConnected: true,
    status: 'connected',
    chainId: one.chainId,
    wallet: 'Rabbit',
    open: false,
    hasProvider: true,
  })
  await expect(button).toHaveText(new RegExp(`${address.slice(0, 4)}…${address.slice(-6)}`))
  await expect(network).toHaveText(one.name)
  const getters = await page.evaluate(() => {
    // as: set by the page.
    const kit = Reflect.get(window, 'modal') as import('@airlock/host-sdk/appkit').AppKit
    return {
      address: kit.getAddress(),
      caipAddress: kit.getCaipAddress(),
      isConnected: kit.getIsConnectedState(),
      type: kit.getWalletProviderType(),
      networkId: kit.getState().selectedNetworkId,
    }
  })
  expect(getters).toEqual({
    address,
    caipAddress: `${one.caip2}:${address}`,
    isConnected: true,
    type: 'ANNOUNCED',
    networkId: one.caip2,
  })

  await press(page.getByRole('button', { name: 'Sign' }))
  await expect.poll(() => page.evaluate(() => typeof Reflect.get(window, 'signature'))).toBe('string')

  await press(page.getByRole('button', { name: `To ${two.chainId}` }))
  await expect.poll(shown).toMatchObject({ chainId: two.chainId })
  await expect(network).toHaveText(two.name)

  await press(network)
  await modal.expectView('Choose Network')
  await page.keyboard.press('Escape')
  await dapp.expectClosed()

  await press(page.getByRole('button', { name: 'Disconnect' }))
  await expect.poll(shown).toMatchObject({ isConnected: false, status: 'disconnected', hasProvider: false })
  await expect(button).toHaveText('Connect Wallet')
  expect(await told()).toEqual(
    expect.arrayContaining([
      ['open', true],
      ['open', false],
      ['wallet', 'Rabbit'],
      ['providers', ['eip155']],
      ['account', { address, status: 'connected' }],
      ['network', two.chainId],
      ['providers', []],
    ]),
  )
  expect(violations.all()).toEqual([])
})
