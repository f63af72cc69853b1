/** The embedded wallet with the keyboard alone: from the page to an account, a signature, and coins sent from the wallet's own window. */
import type { Frame, Page } from '@playwright/test'
import { isAddress, stringToHex } from 'viem'
import { stillMs } from '../../../frame-app/src/shared/approve/gate.ts'
import { dappOn } from '../../pages/dapp.ts'
import { mailboxOf } from '../../pages/mailbox.ts'
import { modalOn } from '../../pages/modal.ts'
import { signInText } from '../../pages/sign-in-text.ts'
import { walletScreenIn } from '../../pages/wallet-screen.ts'
import { frameOn } from '../../setup/frames.ts'
import { tabTo, tabUntil } from '../../setup/tab-to.ts'
import { expect, test } from '../../test.ts'
import { focused } from './focus.ts'

const tabToWords = (page: Page, frame: Frame, words: string) =>
  tabUntil(page, async () => (await focused(frame)) === words)

/** Keeps the focus on the button for as long as the gate requires, then presses. */
async function pressArmed(page: Page, frame: Frame, name: string): Promise<void> {
  await expect(frame.getByRole('button', { name, exact: true })).not.toHaveAttribute('aria-disabled')
  await tabToWords(page, frame, `button ${name}`)
  const rested = await frame.evaluate((ms) => performance.now() + ms, stillMs * 1.2)
  await frame.waitForFunction((until) => performance.now() >= until, rested)
  await page.keyboard.press('Enter')
}

test('signs up by email, signs in and sends coins, without a mouse', async ({ context, host, page, world }) => {
  test.setTimeout(90_000)
  await host.open()
  await host.create(world.embedded)
  const dapp = dappOn(page)
  await tabToWords(page, page.mainFrame(), 'button Connect')
  await page.keyboard.press('Enter')
  const modal = await modalOn(page, world)
  const mailbox = mailboxOf(context, world, 'grace')

  await test.step('the email field leads to the account', async () => {
    const email = modal.frame.getByRole('textbox', { name: 'Email' })
    await email.waitFor()
    await expect.poll(() => focused(modal.frame)).toBe('h1 Connect Wallet')
    await tabTo(page, email)
    await page.keyboard.type(mailbox.address)
    await page.keyboard.press('Enter')
    await modal.expectView('Register Device')
    await expect.poll(() => focused(modal.frame)).toBe('h1 Register Device')
    await mailbox.approveDevice(modal)
    await modal.expectView('Confirm Email')
    await expect(modal.frame.getByRole('textbox', { name: 'Code from the email' })).toBeFocused()
    await page.keyboard.type(await mailbox.code())
    await dapp.expectStatus('connected')
    await dapp.expectClosed()
    await expect.poll(() => focused(page.mainFrame())).toBe('button Connect')
  })
  const account = (await dapp.address()) ?? ''
  if (!isAddress(account)) throw new Error(`Not an address: ${account}`)

  await test.step('the question has the focus, and Enter on its button signs', async () => {
    const { origin, host: site } = new URL(page.url())
    const message = signInText({ origin, address: account, chainId: world.chains[0].caip2 })
    const signed = dapp.request('personal_sign', [stringToHex(message), account])
    const frame = await frameOn(page, world.origins.wallet)
    await expect.poll(() => focused(frame)).toBe(`h1 Sign in to ${site}`)
    await pressArmed(page, frame, 'Sign in')
    expect(await signed).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    await dapp.expectClosed()
  })

  await test.step('a window that the browser stops, or that is closed too soon, is opened by another press', async () => {
    await world.fund(account)
    const sent = dapp.request('eth_sendTransaction', [{ from: account, to: account, value: '0x1' }])
    const frame = await frameOn(page, world.origins.wallet)
    await expect.poll(() => focused(frame)).toBe('h1 Send ETH')
    // Imitates a browser that blocks the pop-up.
    await frame.evaluate(() => {
      const open = window.open.bind(window)
      window.open = () => {
        window.open = open
        return null
      }
    })
    await tabToWords(page, frame, 'button Approve in a separate window')
    await page.keyboard.press('Enter')
    await expect(frame.getByText(/browser blocked the window/)).toBeVisible()

    const address = `${world.origins.wallet}/p/*/window`
    await context.route(address, (route) => route.abort()) // a window into which nothing can be rendered
    const early = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    await (await early).close()
    await expect(frame.getByText(/You approve it in a separate window/)).toBeVisible()
    await context.unroute(address)

    const opening = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const popup = await opening
    await expect(walletScreenIn(popup).title).toHaveText('Send ETH')
    await pressArmed(popup, popup.mainFrame(), 'Approve')
    expect(await sent).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    await dapp.expectClosed()
  })
})
