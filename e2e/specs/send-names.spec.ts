/** Sending to a name on the demo, with the embedded wallet and with a wallet on a phone: it goes to the address behind the name. */
import { pairedDemo, signedUpDemo } from '../pages/connected-demo.ts'
import type { Modal } from '../pages/modal.ts'
import { named } from '../pages/names.ts'
import { sendOn } from '../pages/send.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

const weiOf = async (world: World, address: string) =>
  BigInt(String(await world.rpc(world.chains[0], 'eth_getBalance', [address, 'latest'])))

/** Up to the question of the wallet. */
async function fill(modal: Modal, name: string): Promise<void> {
  await modal.expectView('Account')
  await modal.button('Send').click()
  await modal.expectView('Send')
  await sendOn(modal).amount.fill('0.25')
  await sendOn(modal).to.fill(name)
  await expect(modal.text(`${name} resolves to`)).toBeVisible()
  await sendOn(modal).review()
  await expect(sendOn(modal).fact('To')).toContainText(name)
}

test('the embedded wallet', async ({ context, page, world }) => {
  test.setTimeout(120_000)
  const friend = await named(world)
  const { modal } = await signedUpDemo(context, page, world, 'sender')
  await fill(modal, friend.name)
  await modal.button('Send').click()
  const screen = await walletScreenOn(page, world)
  // The wallet knows no names, and shows where it goes.
  await expect(screen.root).toContainText(friend.address.slice(-6))
  await screen.approveInWindow('Approve')
  await modal.expectView('Account')
  await expect.poll(() => weiOf(world, friend.address)).toBe(25n * 10n ** 16n)
})

test('a phone', async ({ context, page, world }) => {
  test.setTimeout(120_000)
  const friend = await named(world)
  const { phone, modal } = await pairedDemo(context, page, world)
  await fill(modal, friend.name)
  await modal.button('Send').click()
  await phone.answer('Send this transaction?')
  await page.bringToFront()
  await modal.expectView('Account')
  await expect.poll(() => weiOf(world, friend.address)).toBe(25n * 10n ** 16n)
})
