/** Sending to a name on the demo, with the embedded wallet and with a wallet on a phone: it goes to the address behind the name. */
import { demoOn } from '../pages/demo.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { named } from '../pages/names.ts'
import { codeIn } from '../pages/pairing.ts'
import { openPhone } from '../pages/phone-page.ts'
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
  await expect(modal.text(`${name} leads to`)).toBeVisible()
  await sendOn(modal).review()
  await expect(sendOn(modal).fact('To')).toContainText(name)
}

test('the embedded wallet', async ({ context, page, world }) => {
  test.setTimeout(120_000)
  const friend = await named(world)
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  await signInByMail(await modalOn(page, world), mailboxOf(context, world, 'sender'))
  await expect(demo.said('Connected.')).toBeVisible()
  await demo.button('Get 1 ETH').click()
  await expect(demo.said('You got 1 ETH.')).toBeVisible()
  await demo.button('Open account').click()
  const modal = await modalOn(page, world)
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
  const phone = await openPhone(context, world)
  await page.bringToFront()
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const connecting = await modalOn(page, world)
  await connecting.wallet('WalletConnect').click()
  await phone.take(await codeIn(connecting))
  await phone.answer('Connect to Airlock demo?')
  await page.bringToFront()
  await expect(demo.said('Connected.')).toBeVisible()
  await demo.button('Get 1 ETH').click()
  await expect(demo.said('You got 1 ETH.')).toBeVisible()
  await demo.button('Open account').click()
  const modal = await modalOn(page, world)
  await fill(modal, friend.name)
  await modal.button('Send').click()
  await phone.answer('Send this transaction?')
  await page.bringToFront()
  await modal.expectView('Account')
  await expect.poll(() => weiOf(world, friend.address)).toBe(25n * 10n ** 16n)
})
