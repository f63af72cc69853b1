/** A wallet of `window.injectedWeb3`, for Polkadot; what it signs is verified by Polkadot’s own library. */
import type { Airlock, PolkadotPayload } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'
import { encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { agreesAfterRefusal, connectedAnew, opened } from '../pages/connected.ts'
import { modalOn } from '../pages/modal.ts'
import { createWithSignIn, signsIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'
import { installInjectedWeb3 } from '../wallets/injected-web3.ts'
import { Extrinsic, encodedExtrinsic } from '../wallets/polkadot.ts'
import { kusama, polkadot } from '../world/other-networks.ts'
import type { World } from '../world/world.ts'

const all = ({ config }: World) => ({ networks: [...config.networks, polkadot, kusama] })
const genesisOf = (network: { readonly caipNetworkId: string }) =>
  `0x${network.caipNetworkId.slice('polkadot:'.length)}${'00'.repeat(16)}`
const extrinsicOf = (address: string, network: { readonly caipNetworkId: string }): PolkadotPayload => ({
  address,
  blockHash: genesisOf(network),
  blockNumber: '0x00000001',
  era: '0x1500',
  genesisHash: genesisOf(network),
  method: '0x00000c68656c',
  nonce: '0x00000003',
  signedExtensions: ['CheckNonce', 'CheckMortality'],
  specVersion: '0x000f4628',
  tip: '0x00000000000000000000000000000000',
  transactionVersion: '0x0000001a',
  version: 4,
  withSignedTransaction: true,
})

type Asked =
  | { readonly name: 'getAccounts' }
  | { readonly name: 'signRaw'; readonly message: string; readonly options: { address?: string } }
  | { readonly name: 'signPayload'; readonly payload: PolkadotPayload }

/** The provider of the page, as the page's code uses it. */
const polkadotOn = (page: Page) => {
  const run = (asked: Asked) =>
    page.evaluate((call) => {
      // as: set by the host's page object.
      const provider = (Reflect.get(window, 'airlock') as Airlock).provider('polkadot')
      const answer = (): Promise<unknown> => {
        switch (call.name) {
          case 'getAccounts':
            return provider.getAccounts()
          case 'signRaw':
            return provider.signRaw(call.message, call.options)
          case 'signPayload':
            return provider.signPayload(call.payload)
        }
      }
      return answer().then(
        (result) => ({ result }),
        (error: unknown) => ({ code: Number(Reflect.get(Object(error), 'code')) }),
      )
    }, asked)
  return {
    accounts: () => run({ name: 'getAccounts' }),
    signRaw: (message: string, address?: string) =>
      run({ name: 'signRaw', message, options: address === undefined ? {} : { address } }),
    signPayload: (payload: PolkadotPayload) => run({ name: 'signPayload', payload }),
  }
}
const resultOf = (outcome: { result: unknown } | { code: number }): string => {
  if ('code' in outcome) throw new Error(`The provider answered ${outcome.code}`)
  return String(outcome.result)
}

test('connects, signs a text and an extrinsic, is found again after a reload, and follows its user', {
  tag: '@gate',
}, async ({ parts, violations }) => {
  const { host, page, world } = parts
  const wallet = await installInjectedWeb3(page.context(), { key: 'sunbird', lateMs: 500 })
  const [own, other] = [encodeAddress(wallet.address, 0), encodeAddress(wallet.other, 0)]
  const { dapp } = await connectedAnew(parts, 'sunbird', all(world))
  expect((await dapp.state()).accounts.polkadot).toMatchObject({
    status: 'connected',
    caipAddress: `${polkadot.caipNetworkId}:${own}`,
    type: 'eoa',
    wallet: { name: 'sunbird' },
  })
  const provider = polkadotOn(page)
  expect(await provider.accounts()).toEqual({
    result: [
      { address: own, name: 'Savings', type: 'sr25519' },
      { address: other, name: 'Spending', type: 'sr25519' },
    ],
  })

  await test.step('the signature of a text is that of the account that was asked', async () => {
    const signature = resultOf(await provider.signRaw('0x is no hex, Grüße'))
    expect(signatureVerify('0x is no hex, Grüße', signature, own)).toMatchObject({ isValid: true, crypto: 'sr25519' })
    const ofOther = resultOf(await provider.signRaw('hello', other))
    expect(signatureVerify('hello', ofOther, other).isValid).toBe(true)
    expect(signatureVerify('hello', ofOther, own).isValid).toBe(false)
  })

  await test.step('an extrinsic is signed as it is, on the network that it is for', async () => {
    const onKusama = encodeAddress(wallet.address, 2)
    for (const [address, network] of [
      [own, polkadot],
      [onKusama, kusama],
    ] as const) {
      const extrinsic = extrinsicOf(address, network)
      const signature = resultOf(await provider.signPayload(extrinsic))
      expect(signatureVerify(encodedExtrinsic(Extrinsic.parse(extrinsic)), signature, address).isValid).toBe(true)
      expect(wallet.calls.at(-1)?.params).toMatchObject({ address: wallet.address, withSignedTransaction: false })
    }
    expect(await provider.signPayload(extrinsicOf(encodeAddress(new Uint8Array(32).fill(9), 0), polkadot))).toEqual({
      code: 4100,
    })
  })

  await test.step('the account view says that balances are not read, and switches to the sister network', async () => {
    await host.connect()
    const account = await modalOn(page, world)
    await account.expectView('Account')
    await expect(account.text('Balances on Polkadot are not shown here.')).toBeVisible()
    await expect(account.frame.getByTitle(own).first()).toBeVisible()
    await account.button(/^Network: /).click()
    await account.network('Kusama').click()
    await account.expectView('Account')
    await expect(account.frame.getByTitle(encodeAddress(wallet.address, 2)).first()).toBeVisible()
    await account.button('Close').click()
    await dapp.expectClosed()
  })

  await test.step('a reload finds it again, without a question', async () => {
    await host.open()
    await host.create(all(world))
    await expect
      .poll(async () => (await dapp.state()).accounts.polkadot?.caipAddress)
      .toBe(`${kusama.caipNetworkId}:${encodeAddress(wallet.address, 2)}`)
  })

  await test.step('another account of the wallet is that of the page', async () => {
    await wallet.switchAccount()
    await expect.poll(async () => (await dapp.state()).accounts.polkadot?.address).toBe(encodeAddress(wallet.other, 2))
  })

  await test.step('the page disconnects it', async () => {
    await dapp.call((airlock) => airlock.disconnect())
    await expect.poll(async () => (await dapp.state()).accounts.polkadot?.status).toBe('disconnected')
    expect(await polkadotOn(page).signRaw('hello')).toEqual({ code: 4100 })
  })
  expect(violations.all()).toEqual([])
})

test('a refusal in words is a refusal, and can be tried again', async ({ host, page, world }) => {
  const wallet = await installInjectedWeb3(page.context(), { key: 'sunbird', behaviour: 'asks' })
  await host.open()
  await agreesAfterRefusal(await opened({ host, page, world }, all(world)), wallet, 'sunbird')
  wallet.decline()
  expect(await polkadotOn(page).signRaw('hello')).toEqual({ code: 4001 })
})

test('a function that the wallet does not have is an error that says so', async ({ host, page, world }) => {
  const wallet = await installInjectedWeb3(page.context(), { key: 'sunbird', lacks: ['signPayload'] })
  await host.open()
  const { dapp, modal } = await opened({ host, page, world }, all(world))
  await modal.wallet('sunbird').click()
  await dapp.expectClosed()
  const own = encodeAddress(wallet.address, 0)
  expect(await polkadotOn(page).signPayload(extrinsicOf(own, polkadot))).toEqual({ code: 4200 })
})

test('a page without a Polkadot network does not read the list', async ({ parts, host, page }) => {
  await installInjectedWeb3(page.context(), { key: 'sunbird' })
  await host.open()
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  await expect(modal.wallet('sunbird')).toBeHidden()
})

test('signs in: the page verifies the signature of the Polkadot account', async ({ host, page, world }) => {
  const wallet = await installInjectedWeb3(page.context(), { key: 'sunbird' })
  await host.open()
  const site = await createWithSignIn(page, world, { options: { networks: [polkadot] } })
  await signsIn({ host, page, world }, site, 'sunbird')
  expect((await site.session())?.data).toMatchObject({
    accountAddress: encodeAddress(wallet.address, 0),
    chainId: polkadot.caipNetworkId,
  })
})
