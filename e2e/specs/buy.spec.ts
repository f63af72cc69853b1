/** Buying through the stand-in checkout: announced, paid in a window of its own, then in the balance and in the activity. */
import type { Page } from '@playwright/test'
import { connectedDemo } from '../pages/connected-demo.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

const ether = async (world: World, address: string) =>
  BigInt(String(await world.rpc(world.chains[0], 'eth_getBalance', [address, 'latest'])))

async function atCheckout(page: Page, world: World) {
  const { demo, openAccount } = await connectedDemo(page, world)
  const address = (await demo.address.textContent()) ?? ''
  const modal = await openAccount()
  await modal.button('Buy').click()
  await modal.expectView('Buy')
  const row = modal.button(/^Test checkout/)
  await expect(row).toContainText('0.032 ETH')
  await row.click()
  await expect(modal.frame.getByRole('heading', { name: 'Continue at Test checkout' })).toBeVisible()
  await expect(modal.text(/^checkout\.localhost:/)).toBeVisible()
  const opening = page.context().waitForEvent('page')
  await modal.button('Open Test checkout').click()
  const checkout = await opening
  return { modal, checkout, address }
}

test('a user buys, and sees what arrived', async ({ page, world }) => {
  const { modal, checkout, address } = await atCheckout(page, world)
  const before = await ether(world, address)
  await expect(checkout.getByText('Test checkout: no real money')).toBeVisible()
  await expect(checkout.getByText(address)).toBeVisible()
  expect(await checkout.evaluate(() => window.opener as unknown)).toBeNull()
  await world.checkout.hold(true)
  await press(checkout.getByRole('button', { name: 'Pay with the test card' }))
  await expect(checkout.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await checkout.close()
  await page.bringToFront()
  await expect(modal.frame.getByRole('heading', { name: 'Payment received' })).toBeVisible({ timeout: 15_000 })
  await modal.button('See activity').click()
  const activity = modal.frame.getByRole('feed', { name: 'Activity' })
  await expect(activity.getByRole('button', { name: /Bought/ })).toContainText('Pending')
  await world.checkout.hold(false)
  await expect(activity.getByRole('button', { name: /Bought/ })).not.toContainText('Pending', { timeout: 15_000 })
  await expect(activity.getByRole('button', { name: /Bought/ })).toContainText('+0.032 ETH')
  await expect(activity.getByRole('button', { name: /Bought/ })).toHaveCount(1)
  await expect(activity.getByRole('button', { name: /Bought/ })).toContainText('from Test checkout')
  await modal.back.click()
  await modal.expectView('Account')
  expect((await ether(world, address)) - before).toBe(32_666_666_666_666_666n)
})

test('a card that is declined, and an order that was changed on the way', async ({ page, world }) => {
  const { modal, checkout, address } = await atCheckout(page, world)
  const before = await ether(world, address)
  const changed = new URL(checkout.url())
  changed.searchParams.set('address', `0x${'1'.repeat(40)}`)
  const other = await page.context().newPage()
  await other.goto(changed.href)
  await expect(other.getByRole('heading', { name: 'This order is not valid' })).toBeVisible()
  await other.close()
  await checkout.bringToFront()
  await press(checkout.getByRole('button', { name: 'Decline the card' }))
  await expect(checkout.getByRole('heading', { name: 'Payment declined' })).toBeVisible()
  await checkout.close()
  await page.bringToFront()
  await expect(modal.frame.getByRole('heading', { name: 'Buy failed' })).toBeVisible({ timeout: 15_000 })
  expect(await ether(world, address)).toBe(before)
  await modal.button('Try again').click()
  await expect(modal.button('Open Test checkout')).toBeVisible()
})
