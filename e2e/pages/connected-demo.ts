/** The demo page with its demo wallet connected. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { World } from '../world/world.ts'
import { demoOn } from './demo.ts'
import { mailboxOf, signInByMail } from './mailbox.ts'
import { type Modal, modalOn } from './modal.ts'
import { codeIn } from './pairing.ts'
import { openPhone } from './phone-page.ts'

/** The demo page, and the modal that its own button has opened. */
export async function connectingDemo(page: Page, world: World) {
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  return { demo, connecting: await modalOn(page, world) }
}

export async function connectedDemo(page: Page, world: World) {
  const { demo, connecting } = await connectingDemo(page, world)
  await demo.confirm(() => connecting.wallet('Demo Wallet').click(), 'Connect to this site?')
  await expect(demo.said('Connected.')).toBeVisible()
  return { demo, openAccount: demo.openAccount }
}

/** A new embedded wallet with 1 ETH, and its account view. */
export async function signedUpDemo(context: BrowserContext, page: Page, world: World, user: string) {
  const { demo, connecting } = await connectingDemo(page, world)
  await signInByMail(connecting, mailboxOf(context, world, user))
  const modal = await fundedAccount(page, world)
  return { address: (await demo.address.textContent()) ?? '', modal }
}

/** A phone on its own page, paired, with 1 ETH, and the account view. */
export async function pairedDemo(context: BrowserContext, page: Page, world: World) {
  const phone = await openPhone(context, world)
  await page.bringToFront()
  const { connecting } = await connectingDemo(page, world)
  await connecting.wallet('WalletConnect').click()
  await phone.take(await codeIn(connecting))
  await phone.answer('Connect to Airlock demo?')
  await page.bringToFront()
  const modal = await fundedAccount(page, world)
  return { phone, modal }
}

async function fundedAccount(page: Page, world: World): Promise<Modal> {
  const demo = demoOn(page, world)
  await expect(demo.said('Connected.')).toBeVisible()
  await demo.button('Get 1 ETH').click()
  await expect(demo.said('You got 1 ETH.')).toBeVisible()
  await demo.button('Open account').click()
  return modalOn(page, world)
}
