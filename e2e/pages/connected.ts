/** The shortest way to a connected page: real clicks on the first wallet row with the name. */
import { type BrowserContext, type Clock, expect, type Page } from '@playwright/test'
import { type HostPage, hostPage } from '../setup/pages.ts'
import { modalTakesInput } from '../setup/press.ts'
import type { DecidingWallet } from '../wallets/wallet.ts'
import type { World } from '../world/world.ts'
import { type Dapp, dappOn } from './dapp.ts'
import { type Modal, modalOn } from './modal.ts'

type Parts = { readonly host: HostPage; readonly page: Page; readonly world: World }
export type Opened = { readonly dapp: Dapp; readonly modal: Modal }

/** Opens the modal. */
export async function opened(
  { host, page, world }: Parts,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Opened> {
  await page.bringToFront() // a page of a phone or a wallet may be in front
  await host.create(options)
  await host.connect()
  const modal = await modalOn(page, world)
  await modalTakesInput(modal.frame)
  return { dapp: dappOn(page), modal }
}

/** Connects with this wallet; afterwards the modal is closed again. */
export async function connected(
  parts: Parts,
  wallet: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Opened> {
  const { dapp, modal } = await opened(parts, options)
  await modal.wallet(wallet).click()
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  return { dapp, modal }
}

/** Connects with a wallet that was installed after the page had loaded: loads the page again, and chooses the row. */
export async function connectedAnew(parts: Parts, wallet: string, options: Readonly<Record<string, unknown>>) {
  await parts.host.open()
  const { dapp, modal } = await opened(parts, options)
  await expect(modal.wallet(wallet)).toHaveText(new RegExp(`${wallet}.*Installed`))
  await modal.wallet(wallet).click()
  await expect(modal.outcome).toHaveText(`Connected to ${wallet}`)
  await dapp.expectClosed()
  return { dapp, modal }
}

/** Chooses a wallet on a page that has the clock of the test from its start. */
export async function choosingOnClock(parts: Parts, wallet: string): Promise<Opened & { readonly clock: Clock }> {
  const { clock } = parts.page
  await clock.install()
  await parts.host.open()
  const { dapp, modal } = await opened(parts)
  await modal.wallet(wallet).click()
  return { dapp, modal, clock }
}

/** Another tab of the site, which finds the wallet of the first one connected. */
export async function connectedTab(context: BrowserContext, world: World, options: Readonly<Record<string, unknown>>) {
  const tab = await context.newPage()
  const host = hostPage(tab, world)
  await host.open()
  await host.create(options)
  const dapp = dappOn(tab)
  await dapp.expectStatus('connected')
  return { tab, dapp }
}

/** The user declines the wallet's question, and agrees after another press. */
export async function agreesAfterRefusal({ dapp, modal }: Opened, wallet: DecidingWallet, name: string) {
  await modal.wallet(name).click()
  await expect.poll(() => wallet.calls.length).toBeGreaterThan(0)
  wallet.decline()
  await expect(modal.outcome).toHaveText(`You declined in ${name}`)
  wallet.approveNext()
  await modal.button('Try again').click()
  await dapp.expectClosed()
}
