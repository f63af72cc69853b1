/** Libraries of the page discover the embedded wallet for as long as the user is signed in. */
import { Hex } from '@airlock/protocol/scalars/values.ts'
import { address, getBase58Encoder, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { isAddress, verifyMessage } from 'viem'
import * as z from 'zod'
import { dappOn } from '../pages/dapp.ts'
import { librariesOn } from '../pages/libraries.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test, withWallets } from '../test.ts'
import { ownWallet } from '../world/records.ts'

const { walletName: name, walletIcon: icon } = ownWallet

test.use(withWallets({ name: 'Rabbit' }))

test('a signed-in user’s wallet is announced, asked, and silent again after the sign-out', async ({
  parts,
  violations,
}) => {
  const { context, host, page, world } = parts
  // Includes a complete login by email, and a second start of the SDK.
  test.setTimeout(90_000)
  const options = { ...world.embedded, networks: [...world.config.networks, world.solana.network] }
  const [dapp, libraries] = [dappOn(page), librariesOn(page, 'app.airlock')]
  await libraries.begin()
  await host.create(options)
  await host.connect()
  const modal = await modalOn(page, world)
  expect(await libraries.ask()).toEqual([])
  expect(await libraries.listed()).toEqual([])

  await signInByMail(modal, mailboxOf(context, world, 'announced'))
  await dapp.expectStatus('connected')
  const account = (await dapp.address()) ?? ''
  if (!isAddress(account)) throw new Error(`Not an address: ${account}`)
  await dapp.expectClosed()

  await test.step('EIP-6963: the provider reads, and signs after an approval', async () => {
    await expect.poll(async () => (await libraries.ask()).length).toBeGreaterThan(0)
    const told = await libraries.ask()
    expect(told.at(-1)).toMatchObject({ name, icon })
    expect(new Set(told.map(({ uuid }) => uuid)).size).toBe(1)
    expect(await libraries.request('eth_accounts')).toEqual({ result: [account] })

    const signed = libraries.request('personal_sign', ['0x68656c6c6f', account])
    const screen = await walletScreenOn(page, world)
    await modal.expectView('Approve Signature')
    await screen.approveInWindow('Sign')
    const { result: signature } = z.object({ result: Hex }).parse(await signed)
    expect(await verifyMessage({ address: account, message: 'hello', signature: signature as `0x${string}` })).toBe(
      true,
    ) // as: matches the pattern
    await dapp.expectClosed()
  })

  await test.step('Wallet Standard: the wallet is registered with its account, and signs after an approval', async () => {
    const key = async () => (await dapp.state()).accounts.solana?.address ?? ''
    await expect.poll(key).not.toBe('')
    const owner = await key()
    const listed = {
      name,
      // The second is the name that libraries give to any local node.
      chains: [world.solana.network.caipNetworkId, 'solana:localnet'],
      accounts: [{ address: owner, publicKey: [...getBase58Encoder().encode(owner)] }],
    }
    await expect.poll(libraries.listed).toEqual([listed])
    expect(await libraries.listedLate()).toEqual([name])

    const text = new TextEncoder().encode('hello, standard')
    const signed = libraries.signMessage(text)
    const screen = await walletScreenOn(page, world)
    await expect(screen.text('hello, standard').first()).toBeVisible()
    await screen.approveInWindow('Sign')
    const publicKey = await getPublicKeyFromAddress(address(owner))
    expect(await verifySignature(publicKey, signatureBytes(await signed), text)).toBe(true)
    await dapp.expectClosed()
  })

  await test.step('an instance that is destroyed, or was told to be silent, announces nothing', async () => {
    const before = (await libraries.ask()).length
    await dapp.call((airlock) => airlock.destroy())
    expect(await libraries.listed()).toEqual([])
    await host.create({ ...options, announce: false })
    await dapp.expectStatus('connected')
    await dapp.call((airlock) => airlock.ready)
    expect(await libraries.ask()).toHaveLength(before)
    expect(await libraries.listedLate()).toEqual([])
    await dapp.call((airlock) => airlock.destroy())
    await host.create(options)
    await expect.poll(async () => (await libraries.listed()).length).toBe(1)
    await expect.poll(async () => (await libraries.ask()).length).toBeGreaterThan(before)
  })

  await test.step('a reload announces it to the real wagmi as the page loads, which reconnects once the frame has restored it', async () => {
    await host.open({ path: '/wagmi-host.html' })
    await libraries.begin()
    const again = libraries.connectSilently(name)
    const [home] = world.chains
    expect(await libraries.reconnect(options, home)).toEqual({
      connectors: [{ id: 'app.airlock', name, icon }],
      connections: [{ accounts: [account], chainId: home.chainId }],
      opened: false,
    })
    expect(new Set((await libraries.ask()).map(({ uuid }) => uuid)).size).toBe(1)
    expect(await again).toEqual([(await dapp.state()).accounts.solana?.address])
    await expect.poll(async () => (await libraries.listed()).length).toBe(1)
  })

  await test.step('the sign-out ends it; our own list never had it', async () => {
    await dapp.call((airlock) => airlock.disconnect())
    await dapp.expectStatus('disconnected')
    const { length } = await libraries.ask()
    expect(await libraries.ask()).toHaveLength(length)
    expect(await libraries.request('eth_accounts')).toEqual({ result: [] })
    expect(await libraries.listed()).toMatchObject([{ name, accounts: [] }])
    expect(await libraries.listedLate()).toEqual([])
    await host.connect()
    const again = await modalOn(page, world)
    await again.expectView('Connect Wallet')
    await expect(again.wallet('Rabbit')).toBeVisible()
    await expect(again.wallet(name)).toHaveCount(0)
  })
  expect([violations.all(), world.violations()]).toEqual([[], []])
})
