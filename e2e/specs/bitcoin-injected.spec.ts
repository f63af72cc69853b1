/** Wallets of the page on Bitcoin, by two provider shapes; the results are verified by other libraries. */
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { bitcoinOn, paymentFrom } from '../pages/bitcoin.ts'
import { agreesAfterRefusal, connectedAnew, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { createWithSignIn, signsIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'
import { installBitcoinWallet } from '../wallets/bitcoin.ts'
import { bitcoin } from '../world/other-networks.ts'
import type { World } from '../world/world.ts'

const both = ({ config }: World) => ({ networks: [...config.networks, bitcoin] })
const { caipNetworkId: mainnet } = bitcoin
const stranger = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

test('connects, signs messages, is found again after a reload, and follows its user', { tag: '@gate' }, async ({
  parts,
  violations,
}) => {
  const { host, page, world } = parts
  const wallet = await installBitcoinWallet(page.context(), { name: 'Sunbird' })
  const { dapp } = await connectedAnew(parts, 'Sunbird', both(world))
  const provider = bitcoinOn(page)
  expect((await dapp.state()).accounts.bip122).toMatchObject({
    status: 'connected',
    caipAddress: `${mainnet}:${wallet.payment}`,
    type: 'payment',
    allAccounts: [
      { address: wallet.payment, type: 'payment' },
      { address: wallet.ordinals, type: 'ordinal' },
    ],
    wallet: { name: 'Sunbird' },
  })
  expect(await provider.ask('getAccounts')).toMatchObject({
    result: [
      { address: wallet.payment, purpose: 'payment' },
      { address: wallet.ordinals, purpose: 'ordinal' },
    ],
  })

  await test.step('the signature of a message is that of the address, by either protocol', async () => {
    const asked = [
      [wallet.payment, 'ecdsa'],
      [wallet.payment, 'bip322'],
      [wallet.ordinals, 'bip322'],
      [wallet.ordinals, undefined],
    ] as const
    for (const [address, protocol] of asked) {
      const answer = await provider.ask('signMessage', 'hello', { address, ...(protocol && { protocol }) })
      const signature = 'result' in answer ? String(answer.result) : ''
      expect(Verifier.verifySignature(address, 'hello', signature)).toBe(true)
      expect(Verifier.verifySignature(address, 'hullo', signature)).toBe(false)
    }
  })

  await test.step('a reload finds it again, without a question', async () => {
    const before = wallet.calls.filter(({ method }) => method === 'wallet_connect').length
    await host.open()
    await host.create(both(world))
    await expect.poll(async () => (await dappOn(page).state()).accounts.bip122?.address).toBe(wallet.payment)
    expect(wallet.calls.filter(({ method }) => method === 'wallet_connect')).toHaveLength(before)
  })

  await test.step('another account of the wallet is that of the page', async () => {
    await wallet.switchAccount()
    await expect.poll(async () => (await dappOn(page).state()).accounts.bip122?.address).toBe(wallet.other)
  })

  await test.step('the page disconnects it', async () => {
    await dappOn(page).call((airlock) => airlock.disconnect())
    await expect.poll(async () => (await dappOn(page).state()).accounts.bip122?.status).toBe('disconnected')
    await expect.poll(() => wallet.calls.at(-1)?.method).toBe('wallet_disconnect')
    expect(await bitcoinOn(page).ask('signMessage', 'hello')).toEqual({ code: 4100 })
  })
  expect(violations.all()).toEqual([])
})

test('a transaction is shown whole before the wallet is asked, and comes back signed', async ({ parts }) => {
  const { page, world } = parts
  const wallet = await installBitcoinWallet(page.context(), { name: 'Sunbird' })
  const { dapp } = await connectedAnew(parts, 'Sunbird', both(world))
  const { psbt, transaction } = paymentFrom(wallet.payment, stranger)
  const inputs = [{ address: wallet.payment, index: 0 }]
  const isAsked = () => wallet.calls.some(({ method }) => method === 'signPsbt')

  const declined = bitcoinOn(page).ask('signPSBT', { psbt, inputs })
  const review = await modalOn(page, world)
  await review.expectView('Review transaction')
  await expect(review.frame.getByText('0.0006 BTC')).toBeVisible()
  await expect(review.frame.getByText('0.00039 BTC')).toBeVisible()
  await expect(review.frame.getByText('0.00001 BTC')).toBeVisible()
  await expect(review.frame.getByText('Your address')).toBeVisible()
  expect(isAsked()).toBe(false)
  await review.button('Cancel').click()
  expect(await declined).toEqual({ code: 4001 })
  expect(isAsked()).toBe(false)
  await dapp.expectClosed()

  const answered = bitcoinOn(page).ask('signPSBT', { psbt, inputs })
  await (await modalOn(page, world)).button('Continue').click()
  const answer = await answered
  const signed = Transaction.fromPSBT(base64.decode(String(Reflect.get(Object(Reflect.get(answer, 'result')), 'psbt'))))
  signed.finalize()
  expect(signed.isFinal).toBe(true)
  expect(signed.unsignedTx).toEqual(transaction.unsignedTx)
  await dapp.expectClosed()

  expect(await bitcoinOn(page).ask('signPSBT', { psbt, inputs: [{ address: stranger, index: 0 }] })).toEqual({
    code: -32602,
  })
})

test('a wallet that signs another transaction: its answer is refused', async ({ parts }) => {
  const { page, world } = parts
  const thief = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
  const wallet = await installBitcoinWallet(page.context(), {
    name: 'Sunbird',
    tampers: () => paymentFrom(wallet.payment, thief).psbt,
  })
  await connectedAnew(parts, 'Sunbird', both(world))
  const { psbt } = paymentFrom(wallet.payment, stranger)
  const answered = bitcoinOn(page).ask('signPSBT', { psbt, inputs: [{ address: wallet.payment, index: 0 }] })
  await (await modalOn(page, world)).button('Continue').click()
  expect(await answered).toEqual({ code: -32000 })
})

test('the tabs of the account switch the address, for the page too', async ({ parts }) => {
  const { host, page, world } = parts
  const wallet = await installBitcoinWallet(page.context(), { name: 'Sunbird' })
  const { dapp } = await connectedAnew(parts, 'Sunbird', both(world))
  await host.connect()
  const account = await modalOn(page, world)
  await account.frame.getByRole('tab', { name: 'Ordinals' }).click()
  await expect
    .poll(async () => (await dapp.state()).accounts.bip122)
    .toMatchObject({
      address: wallet.ordinals,
      type: 'ordinal',
    })
  await expect(account.button('Send')).toBeHidden()
  await account.frame.getByRole('tab', { name: 'Payment' }).click()
  await expect.poll(async () => (await dapp.state()).accounts.bip122?.address).toBe(wallet.payment)
})

test('a wallet of UniSat’s shape: a refusal can be tried again, and a missing function is reported', async ({
  parts,
}) => {
  const { host, page, world } = parts
  const wallet = await installBitcoinWallet(page.context(), { name: 'UniSat', shape: 'unisat', behaviour: 'asks' })
  await host.open()
  const { dapp, modal } = await opened(parts, both(world))
  await agreesAfterRefusal({ dapp, modal }, wallet, 'UniSat Wallet')
  expect((await dapp.state()).accounts.bip122?.address).toBe(wallet.payment)
  wallet.approveNext()
  const answer = await bitcoinOn(page).ask('signMessage', 'hello', { protocol: 'bip322' })
  expect(Verifier.verifySignature(wallet.payment, 'hello', 'result' in answer ? String(answer.result) : '')).toBe(true)
  wallet.decline()
  expect(await bitcoinOn(page).ask('signMessage', 'hello')).toEqual({ code: 4001 })
  expect(await bitcoinOn(page).ask('sendTransfer', { recipient: stranger, amountSats: '1000' })).toEqual({ code: 4200 })
})

test('signs in: the page verifies the signature of the Bitcoin account', async ({ host, page, world }) => {
  const wallet = await installBitcoinWallet(page.context(), { name: 'Sunbird' })
  await host.open()
  const site = await createWithSignIn(page, world, { options: { networks: [bitcoin] } })
  await signsIn({ host, page, world }, site, 'Sunbird')
  expect((await site.session())?.data).toMatchObject({ accountAddress: wallet.payment, chainId: mainnet })

  // Another account has no session of the first one.
  await wallet.switchAccount()
  await expect.poll(async () => (await site.session())?.data.accountAddress).not.toBe(wallet.payment)
})
