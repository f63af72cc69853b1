/** Swapping on the demo with the embedded wallet, which says in words what it signs, and with a wallet on a phone. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { pairedDemo, signedUpDemo } from '../pages/connected-demo.ts'
import { reviewSwap } from '../pages/swap.ts'
import { approveTitled } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'
import { marketContracts } from '../world/market.ts'
import type { World } from '../world/world.ts'

async function dollarsOf(world: World, owner: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as Hex] })
  return BigInt(String(await world.rpc(world.chains[0], 'eth_call', [{ to: marketContracts.stable, data }, 'latest'])))
}

test('the embedded wallet names both sides in its own window', async ({ context, page, world }) => {
  test.setTimeout(120_000)
  const { address: mine, modal } = await signedUpDemo(context, page, world, 'swapper')
  await reviewSwap(modal)
  await modal.button('Swap').click()
  await approveTitled({ modal, page, world }, /^Swap 0\.25 ETH for at least [\d.,]+ USD on/)
  await expect.poll(() => dollarsOf(world, mine)).toBeGreaterThan(700_000_000n)
})

test('a phone signs it after a question', async ({ context, page, world }) => {
  test.setTimeout(120_000)
  const { phone, modal } = await pairedDemo(context, page, world)
  const mine = await phone.address()
  await page.bringToFront()
  await reviewSwap(modal)
  await modal.button('Swap').click()
  await phone.answer('Send this transaction?')
  await page.bringToFront()
  await modal.expectView('Account')
  await expect.poll(() => dollarsOf(world, mine)).toBeGreaterThan(700_000_000n)
})
