/** Whoever embeds the modal sees no warning and no error of ours on the console, over a journey through it and the wallet. */
import type { BrowserContext } from '@playwright/test'
import { demoOn } from '../pages/demo.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test } from '../test.ts'

/** What the console of every page and frame says, except for plain logs. */
function watchConsole(context: BrowserContext): () => readonly string[] {
  const said: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error')
      said.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => void said.push(`thrown: ${error.error().message}`))
  return () => said
}

test('a wallet of the page connects, looks around, signs and disconnects', async ({ context, page, world }) => {
  test.slow() // each answer of the wallet opens a window
  const said = watchConsole(context)
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await modal.button(/^All Wallets/).click()
  await modal.back.click()
  await demo.confirm(() => modal.wallet('Demo Wallet').click(), 'Connect to this site?')
  await expect(demo.status).toHaveText('Connected with Demo Wallet')
  await demo.confirm(() => demo.button('Sign message').click(), 'Sign this message?')
  await expect(demo.said('Signature verified.')).toBeVisible()
  await demo.openAccount()
  for (const tab of ['NFTs', 'Activity']) await modal.tab(tab).click()
  await modal.button('Settings').click()
  await modal.expectView('Settings')
  await modal.back.click()
  for (const action of ['Send', 'Receive']) {
    await modal.button(action).click()
    await modal.back.click()
  }
  await modal.button('Disconnect').click()
  await expect(demo.status).toHaveText('Not connected')
  await page.evaluate(() => console.warn('heard'))
  await expect.poll(() => said().filter((words) => words.startsWith('warning: heard'))).toHaveLength(1)
  expect(said().filter((words) => !words.startsWith('warning: heard'))).toEqual([])
})

test('a newcomer signs up by email and opens the pages of the wallet', async ({ context, page, world }) => {
  test.setTimeout(120_000)
  const said = watchConsole(context)
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await signInByMail(modal, mailboxOf(context, world, 'quiet'))
  await expect(demo.status).toHaveText(/^Connected/)
  await demo.openAccount()
  await modal.button('Opening on other devices').click()
  const pages = await walletScreenOn(page, world)
  await pages.button('Make a recovery kit').click()
  const opening = context.waitForEvent('page')
  await pages.approve('Open window')
  const window = await opening
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Recovery kit')
  await window.close()
  expect(said()).toEqual([])
})
