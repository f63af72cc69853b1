/** A user of the embedded wallet, from the sign-in by email to the wallet's own window that exports secrets. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { HostPage } from '../setup/pages.ts'
import type { World } from '../world/world.ts'
import { dappOn } from './dapp.ts'
import { mailboxOf, signInByMail } from './mailbox.ts'
import { modalOn } from './modal.ts'
import { walletScreenIn, walletScreenOn } from './wallet-screen.ts'

export async function openExport(
  { context, host, page, world }: { context: BrowserContext; host: HostPage; page: Page; world: World },
  { name, press }: { readonly name: string; readonly press: string },
) {
  /** Addresses and bodies of all requests. */
  const sent: string[] = []
  context.on('request', (request) => void sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await host.open()
  await host.create(world.embedded)
  await host.connect()
  const mailbox = mailboxOf(context, world, name)
  await signInByMail(await modalOn(page, world), mailbox)
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  const address = await dapp.address()
  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  await (await modalOn(page, world)).button('Opening on other devices').click()
  const pages = await walletScreenOn(page, world)
  await pages.button(press).click()
  await expect(pages.title).toHaveText('Export your keys')
  const opening = context.waitForEvent('page')
  await pages.approve('Open window')
  const window = await opening
  return { sent, mailbox, dapp, address, pages, window, there: walletScreenIn(window) }
}
