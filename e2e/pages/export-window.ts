/** The wallet's own window that exports secrets, from the account view or from a new user's sign-in; and what it shows. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { holdMs } from '../../frame-app/src/wallet/account-pages/view/use-hold.ts'
import type { HostPage } from '../setup/pages.ts'
import { hold } from '../setup/press.ts'
import type { World } from '../world/world.ts'
import { modalOn } from './modal.ts'
import { signedUp } from './sign-up.ts'
import { walletScreenIn, walletScreenOn } from './wallet-screen.ts'

/** Signs a new user up by email, and goes on to the window. */
export async function openExport(
  { context, host, page, world }: { context: BrowserContext; host: HostPage; page: Page; world: World },
  { name, press }: { readonly name: string; readonly press: string },
) {
  /** Addresses and bodies of all requests. */
  const sent: string[] = []
  context.on('request', (request) => void sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const { dapp, mailbox, account: address } = await signedUp({ context, host, page, world }, name)
  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  return { sent, mailbox, dapp, address, ...(await openExportWindow(page, world, press)) }
}

/** Begins in the open account view. */
export async function openExportWindow(page: Page, world: World, press: string) {
  await (await modalOn(page, world)).button('Opening on other devices').click()
  const pages = await walletScreenOn(page, world)
  await pages.button(press).click()
  await expect(pages.title).toHaveText(press === 'Make a recovery kit' ? 'Recovery kit' : 'Export your keys')
  await expect(pages.button('Confirm in a separate window')).toBeHidden()
  const opening = page.context().waitForEvent('page')
  await pages.approve('Open window')
  const window = await opening
  return { pages, window, there: walletScreenIn(window) }
}
type Opened = Pick<Awaited<ReturnType<typeof openExportWindow>>, 'window' | 'there'>

/** Chooses what to export, once the window has been there long enough to be read. */
export async function choose({ there }: Opened, what: 'Secret words' | 'Recovery kit'): Promise<void> {
  await expect(there.button(what)).not.toHaveAttribute('aria-disabled')
  await there.button(what).click()
  await expect(there.title).toHaveText(what)
}

/** Makes the kit that the user asked for before the window opened: it asks about nothing else. */
export async function makeKit({ there }: Opened): Promise<void> {
  await expect(there.title).toHaveText('Recovery kit')
  await expect(there.button('Secret words')).toHaveCount(0)
  const make = there.button('Make a recovery kit')
  await expect(make).not.toHaveAttribute('aria-disabled')
  await make.click()
}

/** Words that are shown after the button was held long enough, and not before. */
export async function holdForWords(window: Page, count: number): Promise<string> {
  const secret = window.getByRole('status').first()
  const words = new RegExp(`^([a-z]+ ){${count - 1}}[a-z]+$`)
  await hold(window, 'Hold to show', holdMs / 3)
  await expect(secret).not.toHaveText(words)
  await hold(window, 'Hold to show', holdMs * 1.1)
  await expect(secret).toHaveText(words)
  return (await secret.textContent()) ?? ''
}
