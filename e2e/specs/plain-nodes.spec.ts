/** A node as anyone starts it, with nothing of ours before it: it answers JSON only, and has CORS of its own. */
import { Keypair } from '@solana/web3.js'
import { signedUpDemo } from '../pages/connected-demo.ts'
import { demoOn } from '../pages/demo.ts'
import type { Modal } from '../pages/modal.ts'
import { sendOn } from '../pages/send.ts'
import { lamportsOf } from '../pages/solana.ts'
import { reviewSwap } from '../pages/swap.ts'
import { approveTitled } from '../pages/wallet-screen.ts'
import { expect, test as suite, worldOf } from '../test.ts'

const test = suite.extend({
  world: worldOf({ hasPlainNodes: true }, 180_000),
})

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** From the account to the wallet. */
async function sendQuarter(modal: Modal, to: string): Promise<void> {
  await modal.button('Send').click()
  await modal.expectView('Send')
  await sendOn(modal).amount.fill('0.25')
  await sendOn(modal).to.fill(to)
  await modal.button('Preview Send').click()
  await modal.expectView('Review Send')
  await modal.button('Send').click()
}

test('a newcomer signs up, sees a balance, sends and swaps', async ({ context, page, world }) => {
  test.setTimeout(150_000)
  const [chain] = world.chains
  const weiOf = async (address: string) => BigInt(String(await world.rpc(chain, 'eth_getBalance', [address, 'latest'])))
  const asked = new Set<string>()
  context.on('request', (request) => asked.add(new URL(request.url()).origin))
  const before = await weiOf(friend)
  const { modal } = await signedUpDemo(context, page, world, 'plain')
  await expect(modal.text('1.000 ETH').first()).toBeVisible()

  await test.step('sends', async () => {
    await sendQuarter(modal, friend)
    await approveTitled({ modal, page, world }, 'Send ETH')
    await expect.poll(async () => (await weiOf(friend)) - before).toBe(25n * 10n ** 16n)
  })

  await test.step('swaps', async () => {
    await reviewSwap(modal)
    await modal.button('Swap').click()
    await approveTitled({ modal, page, world }, /^Swap 0\.25 ETH for at least [\d.,]+ USD on/)
    await expect(modal.text(/USD/).first()).toBeVisible()
  })

  expect([...asked]).toContain(new URL(chain.nodeUrl).origin)
  for (const { url } of chain.endpoints) expect([...asked]).not.toContain(new URL(url).origin)
})

test('a newcomer signs up, sees a balance and sends on Solana', async ({ context, page, world }) => {
  test.setTimeout(150_000)
  const asked = new Set<string>()
  context.on('request', (request) => asked.add(new URL(request.url()).origin))
  const to = Keypair.generate().publicKey
  const { modal } = await signedUpDemo(context, page, world, 'plain-solana')
  await modal.button(/^Network: /).click()
  await modal.network(world.solana.network.name).click()
  await modal.expectView('Account')
  await expect(modal.text('0.000 SOL').first()).toBeAttached()
  await modal.close.click()
  const demo = demoOn(page, world)
  await demo.button('Get 1 SOL').click()
  await expect(demo.said('You got 1 SOL.')).toBeVisible()
  await demo.openAccount()
  await expect(modal.text('1.000 SOL').first()).toBeAttached()

  await test.step('sends', async () => {
    await sendQuarter(modal, to.toBase58())
    await approveTitled({ modal, page, world }, 'Send SOL')
    await expect.poll(() => lamportsOf(world, to)).toBe(250_000_000)
  })

  const { rpcUrl } = await world.solana.node()
  expect([...asked]).toContain(rpcUrl)
  for (const { url } of world.solana.endpoints) expect([...asked]).not.toContain(new URL(url).origin)
})
