/** Swapping from the modal: through the real routers, signed by the wallet; balances on the chain agree with what was shown. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { connectedDemo } from '../pages/connected-demo.ts'
import { swapOn } from '../pages/swap.ts'
import { expect, test } from '../test.ts'
import { marketContracts } from '../world/market.ts'
import type { World } from '../world/world.ts'

const stable = marketContracts.stable

async function dollarsOf(world: World, owner: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as Hex] })
  return BigInt(String(await world.rpc(world.chains[0], 'eth_call', [{ to: stable, data }, 'latest'])))
}
/** Shown figures have six decimals. */
const toUnits = (text: string) => BigInt(text.replaceAll(/[^\d]/g, ''))

test('coins for dollars, and dollars for coins after the router is allowed to take exactly them', async ({
  page,
  world,
  violations,
}) => {
  const { demo, openAccount } = await connectedDemo(page, world)
  const mine = (await demo.address.textContent()) ?? ''
  const modal = await openAccount()
  await modal.button('Swap').click()
  await modal.expectView('Swap')
  const swap = swapOn(modal)
  await expect(swap.pays).toHaveValue('1')
  await modal.button('Select token').first().click()
  await modal.expectView('Select token')
  await swap.token('USD').click()
  await modal.expectView('Swap')
  await expect(modal.button('Review swap')).toBeVisible()
  await expect(swap.receives).not.toHaveValue('')
  await modal.button('Review swap').click()
  await modal.expectView('Preview swap')
  await expect(swap.fact('Minimum received')).toContainText('USD')
  const least = toUnits(((await swap.fact('Minimum received').getByRole('definition').textContent()) ?? '').trim())
  const before = await dollarsOf(world, mine)
  await demo.confirm(() => modal.button('Swap').click(), 'Send this transaction?')
  await modal.expectView('Account')
  await expect.poll(async () => (await dollarsOf(world, mine)) - before).toBeGreaterThanOrEqual(least)
  const activity = modal.frame.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('button', { name: /Swapped/ }).first()).toContainText('−1.000 ETH')

  await modal.button('Swap').click()
  await modal.expectView('Swap')
  await modal.button(/Choose another token to pay with/).click()
  await swap.token('USD').click()
  await modal.expectView('Swap')
  await modal.button('Select token').first().click()
  await swap.token('Ether').click()
  await modal.expectView('Swap')
  await swap.pays.fill('100')
  await modal.button('Review swap').click()
  await modal.expectView('Preview swap')
  await expect(modal.frame.getByRole('radio', { name: /^Exactly 100 USD/ })).toBeChecked()
  await demo.confirm(() => modal.button('Approve').click(), 'Send this transaction?')
  await expect(swap.fact('Minimum received')).toContainText('ETH')
  const then = await dollarsOf(world, mine)
  await demo.confirm(() => modal.button('Swap').click(), 'Send this transaction?')
  await modal.expectView('Account')
  await expect.poll(async () => then - (await dollarsOf(world, mine))).toBe(100_000_000n)
  expect(violations.all()).toEqual([])
})

test('declined: nothing is sent, and the form is kept; too much is said in the button', async ({ page, world }) => {
  const { demo, openAccount } = await connectedDemo(page, world)
  const told = (name: string) => page.locator('#log article').filter({ hasText: `"name":"${name}"` })
  const modal = await openAccount()
  await expect(told('CLICK_CONVERT')).toHaveCount(0)
  await modal.button('Swap').click()
  const swap = swapOn(modal)
  await expect(swap.pays).toHaveValue('1')
  await expect(told('CLICK_CONVERT')).toHaveCount(1)
  await expect(told('CLICK_SELECT_TOKEN_TO_SWAP')).toHaveCount(0)
  await modal.button('Select token').first().click()
  await swap.token('USD').click()
  await expect(told('CLICK_SELECT_TOKEN_TO_SWAP')).toHaveCount(1)
  await expect(told('CLICK_CONVERT')).toHaveCount(1)
  await swap.pays.fill('1000000')
  await expect(modal.button('Insufficient balance')).toHaveAttribute('aria-disabled', 'true')
  await swap.pays.fill('0.5')
  await modal.button('Review swap').click()
  await modal.expectView('Preview swap')
  await demo.confirm(() => modal.button('Swap').click(), 'Send this transaction?', 'Decline')
  await expect(modal.text('You declined in Demo Wallet. Nothing was sent.')).toBeVisible()
  await modal.back.click()
  await expect(swap.pays).toHaveValue('0.5')
})
