/** A token swapped with a wallet that carries out several calls as one: the permission and the swap are one question. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { connectingDemo } from '../pages/connected-demo.ts'
import type { Modal } from '../pages/modal.ts'
import { codeIn } from '../pages/pairing.ts'
import { swapOn } from '../pages/swap.ts'
import { expect, test } from '../test.ts'
import { installWallet } from '../wallets/install.ts'
import { startPhone } from '../wallets/phone.ts'
import { exchange, marketContracts } from '../world/market.ts'
import type { World } from '../world/world.ts'

const stable = marketContracts.stable

async function ask(world: World, to: Hex, data: Hex): Promise<bigint> {
  return BigInt(String(await world.rpc(world.chains[0], 'eth_call', [{ to, data }, 'latest'])))
}
const dollarsOf = (world: World, owner: Hex) =>
  ask(world, stable, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }))
const allowanceOf = (world: World, owner: Hex, spender: Hex) =>
  ask(world, stable, encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }))

async function choose(modal: Modal, button: RegExp | string, token: string): Promise<void> {
  await modal.button(button).first().click()
  await modal.expectView('Select token')
  await swapOn(modal).token(token).click()
  await modal.expectView('Swap')
}

/** A part of the coins for dollars, which need no permission. */
async function buyDollars(modal: Modal): Promise<void> {
  await modal.expectView('Account')
  await modal.button('Swap').click()
  await modal.expectView('Swap')
  await choose(modal, 'Select token', 'USD')
  await swapOn(modal).pays.fill('0.25')
  await modal.button('Review swap').click()
  await modal.expectView('Preview swap')
  await modal.button('Swap').click()
  await modal.expectView('Account')
}

async function fillDollars(modal: Modal): Promise<void> {
  await modal.button('Swap').click()
  await modal.expectView('Swap')
  await choose(modal, /Choose another token to pay with/, 'USD')
  await choose(modal, 'Select token', 'Ether')
  await swapOn(modal).pays.fill('100')
  await modal.button('Review swap').click()
  await modal.expectView('Preview swap')
}

async function expectBatch(world: World, modal: Modal, mine: Hex): Promise<void> {
  const swap = swapOn(modal)
  await expect(swap.fact('Permission')).toContainText('Exactly 100 USD')
  await expect(swap.fact('Spender')).toContainText(/Uniswap/)
  const before = await dollarsOf(world, mine)
  await modal.button('Approve and swap').click()
  await modal.expectView('Account')
  await expect.poll(async () => before - (await dollarsOf(world, mine))).toBe(100_000_000n)
  for (const spender of [exchange.router, exchange.v2Router]) expect(await allowanceOf(world, mine, spender)).toBe(0n)
  const activity = modal.frame.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('button', { name: /Swapped/ }).first()).toContainText('−100.000 USD')
}

test('a wallet of the page: one question, one transaction, nothing left allowed', async ({ context, page, world }) => {
  test.setTimeout(60_000)
  const wallet = await installWallet(context, world, { name: 'Batching', hasBatches: true })
  const { demo, connecting: modal } = await connectingDemo(page, world)
  await modal.wallet('Batching').click()
  await expect(demo.said('Connected.')).toBeVisible()
  await demo.button('Open account').click()
  await buyDollars(modal)
  await expect.poll(() => dollarsOf(world, wallet.address)).toBeGreaterThan(100_000_000n)
  await fillDollars(modal)
  await expectBatch(world, modal, wallet.address)
  const asked = wallet.calls.map(({ method }) => method)
  expect(asked.filter((method) => method === 'wallet_sendCalls')).toHaveLength(1)
  expect(asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
})

test('a phone that has said so when it was paired', async ({ page, world }) => {
  test.setTimeout(120_000)
  const phone = await startPhone(world, { hasBatches: true })
  try {
    const { demo, connecting: modal } = await connectingDemo(page, world)
    await modal.wallet('WalletConnect').click()
    await phone.pair(await codeIn(modal))
    await expect(demo.said('Connected.')).toBeVisible()
    await demo.button('Open account').click()
    await buyDollars(modal)
    await expect.poll(() => dollarsOf(world, phone.address)).toBeGreaterThan(100_000_000n)
    await fillDollars(modal)
    await expectBatch(world, modal, phone.address)
  } finally {
    await phone.stop()
  }
})
