/** A wallet of the page in the Wallet Standard, on Solana; the results are verified by other libraries and by the chain. */
import { address, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { Keypair, Transaction } from '@solana/web3.js'
import * as z from 'zod'
import { agreesAfterRefusal, connectedAnew, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { sendOn } from '../pages/send.ts'
import { createWithSignIn, signsIn } from '../pages/sign-in.ts'
import { lamportsOf, solanaOn, transferOf, unsigned } from '../pages/solana.ts'
import { expect, test } from '../test.ts'
import { installStandardWallet } from '../wallets/standard.ts'
import type { World } from '../world/world.ts'

const text = new TextEncoder().encode('hello, Solana')
const both = ({ config, solana }: World) => ({ networks: [...config.networks, solana.network] })

test('connects, signs and sends, is found again after a reload, and follows its user', { tag: '@gate' }, async ({
  parts,
  violations,
}) => {
  const { host, page, world } = parts
  const wallet = await installStandardWallet(page.context(), world, { name: 'Sunbird' })
  await world.solana.fund(wallet.address)
  const { dapp } = await connectedAnew(parts, 'Sunbird', both(world))
  const solana = solanaOn(page)
  expect(await solana.publicKey()).toBe(wallet.address)
  expect((await dapp.state()).accounts.solana).toMatchObject({
    status: 'connected',
    caipAddress: `${world.solana.caip2}:${wallet.address}`,
    wallet: { name: 'Sunbird' },
  })
  expect((await dapp.state()).network?.caipNetworkId).toBe(world.solana.caip2)

  await test.step('the signature of a message is that of the account', async () => {
    const signature = await solana.signMessage(text)
    const key = await getPublicKeyFromAddress(address(wallet.address))
    expect(await verifySignature(key, signatureBytes(signature), text)).toBe(true)
  })

  const to = Keypair.generate().publicKey
  await test.step('one and several transactions are signed as they were asked for', async () => {
    const asked = [
      await transferOf(world, wallet.address, to, 1_000_000),
      await transferOf(world, wallet.address, to, 2),
    ]
    const one = await solana.signTransaction(unsigned(await transferOf(world, wallet.address, to, 3)))
    expect(Transaction.from(one).verifySignatures()).toBe(true)
    const signed = await solana.signAllTransactions(asked.map(unsigned))
    expect(signed.map((bytes) => Transaction.from(bytes).verifySignatures())).toEqual([true, true])
    expect(signed.map((bytes) => Transaction.from(bytes).compileMessage())).toEqual(
      asked.map((transaction) => transaction.compileMessage()),
    )
  })

  await test.step('a sent transaction is on the chain', async () => {
    const asked = await transferOf(world, wallet.address, to, 5_000_000)
    const answer = await solana.ask({ name: 'signAndSendTransaction', bytes: [...unsigned(asked)] })
    const signature = z.object({ result: z.string() }).parse(answer).result
    expect(await world.solana.rpc('getSignatureStatuses', [[signature]])).toMatchObject({ value: [{ err: null }] })
    expect(await lamportsOf(world, to)).toBe(5_000_000)
  })

  await test.step('a reload finds it again, without a question', async () => {
    await host.open()
    await host.create(both(world))
    await expect.poll(() => solanaOn(page).publicKey()).toBe(wallet.address)
    expect(wallet.calls.at(-1)).toEqual({ method: 'connect', params: { silent: true } })
  })

  await test.step('another account of the wallet is that of the page', async () => {
    await wallet.switchAccount()
    await expect.poll(() => solanaOn(page).publicKey()).toBe(wallet.other)
    const key = await getPublicKeyFromAddress(address(wallet.other))
    const signature = await solanaOn(page).signMessage(text)
    expect(await verifySignature(key, signatureBytes(signature), text)).toBe(true)
  })

  await test.step('the page disconnects it', async () => {
    await dappOn(page).call((airlock) => airlock.disconnect())
    await expect.poll(() => solanaOn(page).publicKey()).toBeNull()
    expect(wallet.calls.at(-1)?.method).toBe('disconnect')
    expect(await solanaOn(page).ask({ name: 'signMessage', bytes: [1] })).toEqual({ code: 4100 })
  })
  expect(violations.all()).toEqual([])
})

test('a refusal in words is a refusal, and can be tried again', async ({ host, page, world }) => {
  const wallet = await installStandardWallet(page.context(), world, { name: 'Sunbird', behaviour: 'asks' })
  await host.open()
  await agreesAfterRefusal(await opened({ host, page, world }, both(world)), wallet, 'Sunbird')
  expect(await solanaOn(page).publicKey()).toBe(wallet.address)
  wallet.decline()
  expect(await solanaOn(page).ask({ name: 'signMessage', bytes: [1] })).toEqual({ code: 4001 })
})

test('a wallet without a network of the page, and one without signing, are not offered', async ({ parts }) => {
  const { host, page, world } = parts
  await installStandardWallet(page.context(), world, { name: 'Sunbird' })
  await installStandardWallet(page.context(), world, { name: 'Far Away', chains: ['solana:mainnet'] })
  await installStandardWallet(page.context(), world, {
    name: 'Onlooker',
    lacks: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
  })
  await host.open()
  const { modal } = await opened(parts, both(world))
  await expect(modal.wallet('Sunbird')).toBeVisible()
  await expect(modal.wallet('Far Away')).toBeHidden()
  await expect(modal.wallet('Onlooker')).toBeHidden()
})

test('a feature that the wallet does not have is an error that says so', async ({ host, page, world }) => {
  const wallet = await installStandardWallet(page.context(), world, { name: 'Sunbird', lacks: ['solana:signMessage'] })
  await host.open()
  const { dapp, modal } = await opened({ host, page, world }, both(world))
  await modal.wallet('Sunbird').click()
  await dapp.expectClosed()
  expect(await solanaOn(page).ask({ name: 'signMessage', bytes: [1] })).toEqual({ code: 4200 })
  expect(wallet.calls.map(({ method }) => method)).toEqual(['connect'])
})

test('a page without a Solana network does not ask for such wallets', async ({ host, page, world }) => {
  await installStandardWallet(page.context(), world, { name: 'Sunbird' })
  await host.open()
  const asked = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('wallet-standard:app-ready', () => resolve('asked'))
      }),
  )
  const { modal } = await opened({ host, page, world })
  await modal.expectView('Connect Wallet')
  await expect(modal.wallet('Sunbird')).toBeHidden()
  expect(await Promise.race([asked, Promise.resolve('not asked')])).toBe('not asked')
})

test('signs in: the page verifies the signature of the Solana account, and finds the session again', async ({
  parts,
}) => {
  const { host, page, world } = parts
  const wallet = await installStandardWallet(page.context(), world, { name: 'Sunbird' })
  await host.open()
  const site = await createWithSignIn(page, world, { options: { networks: [world.solana.network] } })
  await signsIn(parts, site, 'Sunbird')
  expect((await site.session())?.data).toMatchObject({ accountAddress: wallet.address, chainId: world.solana.caip2 })
  const asked = () => wallet.calls.filter(({ method }) => method === 'signMessage').length
  expect(asked()).toBe(1)

  await host.open()
  await site.create()
  await dappOn(page).call((airlock) => airlock.ready)
  await expect.poll(async () => (await site.session())?.data.accountAddress).toBe(wallet.address)
  expect(asked()).toBe(1)
})

test('signs in with the wallet’s own feature: the wallet writes the text, and shows its user a sign-in', async ({
  parts,
}) => {
  const { host, page, world } = parts
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const network = { ...world.solana.network, id: mainnet.slice(7), caipNetworkId: mainnet, name: 'Solana' }
  const wallet = await installStandardWallet(page.context(), world, { name: 'Sunbird', chains: ['solana:mainnet'] })
  await host.open()
  const site = await createWithSignIn(page, world, {
    lines: { 'Chain ID': 'mainnet' },
    options: { networks: [network] },
  })
  await signsIn(parts, site, 'Sunbird')
  expect((await site.session())?.data).toMatchObject({ accountAddress: wallet.address, chainId: mainnet })
  expect(wallet.calls.map(({ method }) => method)).toEqual(['connect', 'signIn'])
})

test('sends SOL from the modal, and the receipt is on the chain', async ({ parts }) => {
  const { host, page, world } = parts
  const wallet = await installStandardWallet(page.context(), world, { name: 'Sunbird' })
  await world.solana.fund(wallet.address)
  const to = Keypair.generate().publicKey
  await connectedAnew(parts, 'Sunbird', both(world))
  await host.connect()
  const account = await modalOn(page, world)
  await account.button('Send').click()
  await sendOn(account).amount.fill('0.5')
  await sendOn(account).to.fill(to.toBase58())
  await sendOn(account).review()
  await account.button('Send').click()
  await account.expectView('Account')
  await expect.poll(() => lamportsOf(world, to)).toBe(500_000_000)
  expect(wallet.calls.at(-1)?.method).toBe('signAndSendTransaction')
})
