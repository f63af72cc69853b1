/** Sending with a wallet on a phone and with the embedded one, on both namespaces; balances on the chains agree. */
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { modalOn } from '../pages/modal.ts'
import { paired } from '../pages/pairing.ts'
import { openSend, sendOn } from '../pages/send.ts'
import { signedUp } from '../pages/sign-up.ts'
import { lamportsOf } from '../pages/solana.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../setup/phone.ts'
import { deploy, transact } from '../world/contracts.ts'
import { giver } from '../world/faucet.ts'
import { makeToken2022 } from '../world/svm/token-2022.ts'
import codes from '../world/token-contracts/codes.json' with { type: 'json' }
import type { World } from '../world/world.ts'

const options = ({ config, solana }: World) => ({ networks: [...config.networks, solana.network] })

const weiOf = async (world: World, address: string) =>
  BigInt(String(await world.rpc(world.chains[0], 'eth_getBalance', [address, 'latest'])))

/** What an owner has of a token, in its smallest unit. */
async function tokensOf(world: World, owner: string, mint: string, program = TOKEN_PROGRAM_ID): Promise<bigint> {
  const account = getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), false, program)
  const answer = await world.solana.rpc('getAccountInfo', [account.toBase58(), { encoding: 'base64' }])
  const Account = z.object({ value: z.object({ data: z.tuple([z.base64(), z.literal('base64')]) }) })
  // After mint and owner.
  return Buffer.from(Account.parse(answer).value.data[0], 'base64').readBigUInt64LE(64)
}

const oldCoinAbi = parseAbi(['function mint(address,uint256)', 'function balanceOf(address) view returns (uint256)'])

/** A new token of USDT's form, of which the owner has nine. */
async function giveOldCoin({ chains: [one] }: World, owner: Hex): Promise<Hex> {
  const token = await deploy(one.nodeUrl, giver, codes.OldCoin as Hex)
  const data = encodeFunctionData({ abi: oldCoinAbi, functionName: 'mint', args: [owner, 9_000_000n] })
  await transact(one.nodeUrl, { from: giver, to: token, data })
  return token
}

async function oldCoinsOf(world: World, token: Hex, owner: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: oldCoinAbi, functionName: 'balanceOf', args: [owner] })
  return BigInt(String(await world.rpc(world.chains[0], 'eth_call', [{ to: token, data }, 'latest'])))
}

test.describe('a phone', () => {
  test.use({ phoneOptions: { solana: 'honest' } })

  test('sends coins and tokens of each kind, on both namespaces', async ({ parts, page, world, phone }) => {
    const owner = phone.solanaAddress
    await world.solana.fund(owner)
    const { token } = await world.solana.node()
    token.give(owner, 5_000_000n)
    await paired(parts, phone, options(world))

    await test.step('coins', async () => {
      const to = privateKeyToAccount(generatePrivateKey()).address
      const sent = openSend(page, { to, amount: '0.5', chainId: world.chains[0].caip2 })
      const modal = await modalOn(page, world)
      await sendOn(modal).review()
      await modal.button('Send').click()
      expect((await sent).hash).toMatch(/^0x[0-9a-f]{64}$/)
      await expect.poll(() => weiOf(world, to)).toBe(5n * 10n ** 17n)
      await modal.close.click()
    })

    await test.step('SOL', async () => {
      const to = Keypair.generate().publicKey
      const sent = openSend(page, { to: to.toBase58(), amount: '0.25', chainId: world.solana.caip2 })
      const modal = await modalOn(page, world)
      await sendOn(modal).review()
      await expect(sendOn(modal).fact('Arrives')).toContainText('0.25 SOL')
      await modal.button('Send').click()
      expect((await sent).hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
      expect(await lamportsOf(world, to)).toBe(250_000_000)
      await modal.close.click()
    })

    await test.step('a token', async () => {
      const to = Keypair.generate().publicKey.toBase58()
      const sent = openSend(page, { to, amount: '1.5', token: `${world.solana.caip2}:${token.mint}` })
      const modal = await modalOn(page, world)
      await sendOn(modal).review()
      await expect(sendOn(modal).fact('New account for the recipient')).toContainText('SOL')
      await modal.button('Send').click()
      expect((await sent).hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
      expect(await tokensOf(world, to, token.mint)).toBe(1_500_000n)
      await modal.close.click()
    })

    await test.step('a token whose issuer keeps a part of each payment', async () => {
      const to = Keypair.generate().publicKey.toBase58()
      const mint = await makeToken2022(world.solana.rpc, { holder: owner, supply: 5_000_000_000n, basisPoints: 100 })
      const sent = openSend(page, { to, amount: '2', token: `${world.solana.caip2}:${mint}` })
      const modal = await modalOn(page, world)
      await sendOn(modal).review()
      await expect(sendOn(modal).fact('Kept by the token')).toContainText('0.02')
      await expect(sendOn(modal).fact('Arrives')).toContainText('1.98')
      await modal.button('Send').click()
      expect((await sent).hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/)
      expect(await tokensOf(world, to, mint, TOKEN_2022_PROGRAM_ID)).toBe(1_980_000_000n)
      await modal.close.click()
    })

    await test.step('a token of USDT’s form', async () => {
      const to = privateKeyToAccount(generatePrivateKey()).address
      const token = await giveOldCoin(world, phone.address)
      const sent = openSend(page, { to, amount: '7.5', token: `${world.chains[0].caip2}:${token}` })
      const modal = await modalOn(page, world)
      await sendOn(modal).review()
      await modal.button('Send').click()
      expect((await sent).hash).toMatch(/^0x[0-9a-f]{64}$/)
      await expect.poll(() => oldCoinsOf(world, token, to)).toBe(7_500_000n)
    })
  })
})

test('the embedded wallet sends each kind from its own window, and the modal is back on the account', async ({
  parts,
}) => {
  const { page, world } = parts
  test.setTimeout(180_000)
  const { account } = await signedUp(parts, 'grace', options(world))
  await world.fund(account)
  const send = async (args: Parameters<typeof openSend>[1]) => {
    const sent = openSend(page, args)
    const modal = await modalOn(page, world)
    await sendOn(modal).review()
    await modal.button('Send').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText(/^Send /)
    await screen.approveInWindow('Approve')
    const { hash } = await sent
    await modal.expectView('Account')
    await modal.close.click()
    return hash
  }
  const someone = () => privateKeyToAccount(generatePrivateKey()).address
  const evmHash = /^0x[0-9a-f]{64}$/
  const solanaHash = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/

  await test.step('coins', async () => {
    const to = someone()
    expect(await send({ to, amount: '0.125' })).toMatch(evmHash)
    await expect.poll(() => weiOf(world, to)).toBe(125n * 10n ** 15n)
  })

  await test.step('a token of USDT’s form', async () => {
    const to = someone()
    const token = await giveOldCoin(world, account)
    expect(await send({ to, amount: '7.5', token: `${world.chains[0].caip2}:${token}` })).toMatch(evmHash)
    await expect.poll(() => oldCoinsOf(world, token, to)).toBe(7_500_000n)
  })

  const owner = await page.evaluate(() => {
    // as: set by the host's page object.
    const airlock = Reflect.get(window, 'airlock') as { getState(): { accounts: { solana?: { address: string } } } }
    return airlock.getState().accounts.solana?.address ?? ''
  })
  await world.solana.fund(owner)

  await test.step('SOL', async () => {
    const to = Keypair.generate().publicKey
    expect(await send({ to: to.toBase58(), amount: '0.25', chainId: world.solana.caip2 })).toMatch(solanaHash)
    expect(await lamportsOf(world, to)).toBe(250_000_000)
  })

  await test.step('a token of Solana', async () => {
    const { token } = await world.solana.node()
    token.give(owner, 5_000_000n)
    const to = Keypair.generate().publicKey.toBase58()
    expect(await send({ to, amount: '1.5', token: `${world.solana.caip2}:${token.mint}` })).toMatch(solanaHash)
    expect(await tokensOf(world, to, token.mint)).toBe(1_500_000n)
  })

  await test.step('a token whose issuer keeps a part of each payment', async () => {
    const to = Keypair.generate().publicKey.toBase58()
    const mint = await makeToken2022(world.solana.rpc, { holder: owner, supply: 5_000_000_000n, basisPoints: 100 })
    expect(await send({ to, amount: '2', token: `${world.solana.caip2}:${mint}` })).toMatch(solanaHash)
    expect(await tokensOf(world, to, mint, TOKEN_2022_PROGRAM_ID)).toBe(1_980_000_000n)
  })
})
