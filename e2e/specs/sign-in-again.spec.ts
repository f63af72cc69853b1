/**
 * "Sign in again": the session is too old for what the user wants to do on a page of the wallet. The login leads back to what was begun,
 * by real clicks and with the real service, whose clock has gone on.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { choose, holdForWords, openExport, openExportWindow } from '../pages/export-window.ts'
import { modalOn } from '../pages/modal.ts'
import { signInAt } from '../pages/social.ts'
import { type WalletScreen, walletScreenIn, walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test as suite, worldOf } from '../test.ts'

const test = suite.extend({
  // Its clock goes on, which would end the codes of other tests.
  world: worldOf(),
})

/** More than a session may be old for an export, and less than it lives. */
const tooLongMs = 6 * 60_000

type Opened = { readonly window: Page; readonly there: WalletScreen }

/** Asks for the words, and signs in again instead. */
async function signInInstead({ window, there }: Opened): Promise<void> {
  await expect(there.button('Secret words')).not.toHaveAttribute('aria-disabled')
  await there.button('Secret words').click()
  const closed = window.waitForEvent('close')
  await there.button('Sign in again').click()
  await closed
}

/** The wallet stands on its export page again: the words are one press and a window away. */
async function wordsIn(context: BrowserContext, pages: WalletScreen): Promise<string> {
  await expect(pages.title).toHaveText('Export your keys')
  const opening = context.waitForEvent('page')
  await pages.approve('Open window')
  const window = await opening
  const opened = { window, there: walletScreenIn(window) }
  await choose(opened, 'Secret words')
  return holdForWords(window, 12)
}

test('a code to the same address, and the export goes on', async ({ parts, context, page, world, violations }) => {
  test.setTimeout(150_000)
  const opened = await openExport(parts, { name: 'ida', press: 'Export words or keys' })
  const { mailbox, dapp, address } = opened
  world.accounts.later(tooLongMs)
  await signInInstead(opened)

  const modal = await modalOn(page, world)
  await modal.expectView('Confirm Email')
  await expect(modal.text(mailbox.address)).toBeVisible()
  await modal.frame.getByRole('textbox', { name: 'Code from the email' }).pressSequentially(await mailbox.code())
  expect(await wordsIn(context, await walletScreenOn(page, world))).not.toBe('')
  expect(await dapp.address()).toBe(address)
  expect(violations.all()).toEqual([])
})

test('a social login is chosen once more, and the export goes on', async ({ parts, violations }) => {
  const { context, host, page, world } = parts
  test.setTimeout(150_000)
  await host.open()
  await host.create({ ...world.social, networks: world.config.networks })
  await host.connect()
  const login = world.mail.newAddress('nadia')
  const modal = await modalOn(page, world)
  await signInAt(page, modal, 'Google', login)
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  const address = await dapp.address()
  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  const opened = await openExportWindow(page, world, 'Export words or keys')
  world.accounts.later(tooLongMs)
  await signInInstead(opened)

  await modal.expectView('Connect Wallet')
  await expect(modal.toasts).toHaveText('Sign in as before to go on')
  // The provider still knows the user, and this device the wallet.
  await modal.button('Continue with Google').click()
  expect(await wordsIn(context, await walletScreenOn(page, world))).not.toBe('')
  expect(await dapp.address()).toBe(address)
  expect(violations.all()).toEqual([])
})
