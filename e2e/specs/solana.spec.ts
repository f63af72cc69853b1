/** A dapp that signs and sends on Solana with a remote wallet; the results are verified by other libraries and by the chain. */
import { address, getBase58Encoder, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { Keypair, Transaction } from '@solana/web3.js'
import * as z from 'zod'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn, paired } from '../pages/pairing.ts'
import { lamportsOf, solanaOn, transferOf, unsigned } from '../pages/solana.ts'
import { expect, test } from '../setup/phone.ts'
import { installWallet } from '../wallets/install.ts'
import type { World } from '../world/world.ts'

const options = ({ config, solana }: World) => ({ networks: [...config.networks, solana.network] })
const text = new TextEncoder().encode('hello, Solana')

const send = (world: World, bytes: Uint8Array) =>
  world.solana.rpc('sendTransaction', [Buffer.from(bytes).toString('base64'), { encoding: 'base64' }])

test.describe('a phone with a Solana account', () => {
  test.use({ phoneOptions: { solana: 'honest' } })

  test('signs messages and transactions of the page, and sends', { tag: '@gate' }, async ({
    parts,
    phone,
    violations,
  }) => {
    const { host, page, world } = parts
    const [to, owner] = [Keypair.generate().publicKey, phone.solanaAddress]
    await world.solana.fund(owner)
    await paired(parts, phone, options(world))
    const dapp = solanaOn(page)
    expect(await dapp.publicKey()).toBe(owner)
    expect(await dapp.ask({ name: 'connect' })).toEqual({ result: { publicKey: owner } })

    await test.step('the signature of a message is that of the account', async () => {
      const signature = await dapp.signMessage(text)
      const key = await getPublicKeyFromAddress(address(owner))
      expect(await verifySignature(key, signatureBytes(signature), text)).toBe(true)
      expect(await verifySignature(key, signatureBytes(signature), text.slice(1))).toBe(false)
    })

    await test.step('a signed transaction is good, and moves what it says', async () => {
      const asked = await transferOf(world, owner, to, 1_000_000)
      const signed = await dapp.signTransaction(unsigned(asked))
      expect(Transaction.from(signed).verifySignatures()).toBe(true)
      expect(Transaction.from(signed).compileMessage()).toEqual(asked.compileMessage())
      await send(world, signed)
      expect(await lamportsOf(world, to)).toBe(1_000_000)
    })

    await test.step('two at once as well', async () => {
      const asked = [await transferOf(world, owner, to, 1_000_000), await transferOf(world, owner, to, 2_000_000)]
      for (const signed of await dapp.signAllTransactions(asked.map(unsigned))) await send(world, signed)
      expect(await lamportsOf(world, to)).toBe(4_000_000)
    })

    await test.step('a sent transaction is on the chain under the signature that the wallet returns', async () => {
      const asked = await transferOf(world, owner, to, 3_000_000)
      const answer = await dapp.ask({ name: 'signAndSendTransaction', bytes: [...unsigned(asked)] })
      const signature = z.object({ result: z.string() }).parse(answer).result
      expect(getBase58Encoder().encode(signature)).toHaveLength(64)
      expect(await world.solana.rpc('getSignatureStatuses', [[signature]])).toMatchObject({ value: [{ err: null }] })
      expect(await lamportsOf(world, to)).toBe(7_000_000)
    })

    await test.step('bytes that are no transaction are not passed to the wallet', async () => {
      const before = phone.calls.length
      expect(await dapp.ask({ name: 'signTransaction', bytes: [] })).toEqual({ code: -32602 })
      expect(phone.calls).toHaveLength(before)
    })

    await test.step('the page finds its key again', async () => {
      await host.open()
      await host.create({ ...world.paired, ...options(world) })
      await expect.poll(() => solanaOn(page).publicKey()).toBe(owner)
      await dappOn(page).call((airlock) => airlock.disconnect())
      await phone.ended()
      await expect.poll(() => solanaOn(page).publicKey()).toBeNull()
      expect(await solanaOn(page).ask({ name: 'signMessage', bytes: [1] })).toEqual({ code: 4100 })
    })
    expect(violations.all()).toEqual([])
  })

  test('is what connect() waits for in an app without EVM networks', async ({ parts, phone, violations }) => {
    const { host, page, world } = parts
    await installWallet(page.context(), world, { name: 'Kestrel Wallet' })
    await host.open()
    await host.create({ ...world.paired, networks: [world.solana.network] })
    const dapp = dappOn(page)
    const connecting = dapp.connect()
    const modal = await modalOn(page, world)
    await expect(modal.wallet('WalletConnect')).toBeVisible()
    await expect(modal.wallet('Kestrel Wallet')).toBeHidden()
    await modal.wallet('WalletConnect').click()
    await phone.pair(await codeIn(modal))
    expect(await connecting).toBe(phone.solanaAddress)
    expect(Object.keys((await phone.proposed()).namespaces)).toEqual(['solana'])
    await dapp.expectClosed()
    expect(Object.keys((await dapp.state()).accounts)).toEqual(['solana'])
    expect(violations.all()).toEqual([])
  })

  test('has its balance read from the listed nodes, and a place in the explorer', async ({ parts, phone }) => {
    const { host, page, world } = parts
    await world.solana.fund(phone.solanaAddress, { sol: 7 })
    const [first, second] = world.solana.endpoints
    first?.behave('down')
    await paired(parts, phone, options(world))
    await host.connect()
    const modal = await modalOn(page, world)
    await modal.expectView('Account')
    await modal.button(/^Network: /).click()
    await modal.network('Local Solana').click()
    await modal.expectView('Account')
    await expect(modal.frame.getByText('7.000').first()).toBeVisible()
    await expect(modal.frame.getByRole('link', { name: /explorer/i })).toHaveAttribute(
      'href',
      `https://explorer.example/account/${phone.solanaAddress}`,
    )
    expect(first?.calls()).toContain('getBalance')
    expect(second?.calls()).toContain('getBalance')
    await expect
      .poll(async () => (await dappOn(page).state()).accounts.solana?.balance)
      .toMatchObject({ symbol: 'SOL' })
  })
})

test.describe('a phone whose user declines', () => {
  test.use({ phoneOptions: { solana: 'honest', behaviour: 'asks' } })

  test('says so with 4001, and the next request asks the user again', async ({ parts, page, world, phone }) => {
    phone.approveNext()
    await paired(parts, phone, options(world))
    phone.decline()
    expect(await solanaOn(page).ask({ name: 'signMessage', bytes: [...text] })).toEqual({ code: 4001 })
    phone.approveNext()
    expect(await solanaOn(page).signMessage(text)).toHaveLength(64)
  })
})

test.describe('a phone that answers as older ones do', () => {
  test.use({ phoneOptions: { solana: 'signature-only' } })

  test('gives the page a whole transaction all the same', async ({ parts, page, world, phone }) => {
    const to = Keypair.generate().publicKey
    await world.solana.fund(phone.solanaAddress)
    await paired(parts, phone, options(world))
    const asked = await transferOf(world, phone.solanaAddress, to, 1_000_000)
    await send(world, await solanaOn(page).signTransaction(unsigned(asked)))
    expect(await lamportsOf(world, to)).toBe(1_000_000)
  })
})
