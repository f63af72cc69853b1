/**
 * A new user on the demo with only an email address: everything that the embedded wallet does there, on both sites,
 * with real clicks.
 */
import { demoOn } from '../pages/demo.ts'
import { openInbox } from '../pages/inbox.ts'
import { recoveryNumber } from '../pages/mailbox.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { frameOn } from '../setup/frames.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

test('a newcomer signs up by email, gets money, signs, sends, signs out, and has the same wallet on the second site', async ({
  context,
  page,
  world,
  violations,
}) => {
  // The whole journey, on two sites and with five emails.
  test.setTimeout(120_000)
  for (const origin of [world.origins.app, world.origins.modal])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const address = world.mail.newAddress('newcomer')
  const demo = demoOn(page, world)
  const status = (words: string | RegExp) => expect(demo.said(words)).toBeVisible()
  await demo.open()
  const inbox = await openInbox(page, address)
  await expect(inbox.letters).toHaveCount(0)

  const startSignIn = async (): Promise<Modal> => {
    await demo.connect.click()
    const modal = await modalOn(page, world)
    await modal.frame.getByRole('textbox', { name: 'Email' }).fill(address)
    await modal.button('Continue with email').click()
    return modal
  }
  /** Subject of an email for the current site: the emails of the first site are still in the inbox. */
  const subject = (words: string) => new RegExp(`${words} ${new URL(page.url()).host}`)
  const approveDevice = async (modal: Modal) => {
    await modal.expectView('Register Device')
    const words = await modal
      .text(/pick the number \d\d/)
      .first()
      .textContent()
    await inbox.page.bringToFront()
    await inbox.follow(
      subject('Approve a new device for'),
      /number (\d\d)/.exec(words ?? '')?.[1] ?? '',
      'This device is approved',
    )
    await page.bringToFront()
  }
  const enterCode = async (modal: Modal) => {
    await modal.expectView('Confirm Email')
    await inbox.copyCode(subject('is your code for'))
    await page.bringToFront()
    await modal.frame.getByRole('textbox', { name: 'Code from the email' }).press('ControlOrMeta+V')
  }
  const evm = async () => (await demo.address.textContent()) ?? ''

  await test.step('sign up', async () => {
    const modal = await startSignIn()
    await approveDevice(modal)
    await enterCode(modal)
    await expect(demo.status).toHaveText(/^Connected/)
    await status('Connected.')
    // The third is from the recovery service, about the wallet that was made.
    await expect.poll(() => world.mail.letters(address)).toHaveLength(3)
  })
  const account = await evm()
  const solana = (await page.locator('#solana-address').textContent()) ?? ''
  expect(account).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

  await test.step('get money from the faucet', async () => {
    await demo.button('Get 1 ETH').click()
    await status('You got 1 ETH.')
    await demo.button('Get 100 TST').click()
    await status('You got 100 TST.')
    await demo.button('Get 1 SOL').click()
    await status('You got 1 SOL.')
    expect(await balances()).toEqual({ ether: 10n ** 18n, tokens: 100_000_000n, lamports: 1_000_000_000 })
  })

  await test.step('sign a message and typed data, each in a window of the wallet’s own', async () => {
    await demo.button('Sign message').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Sign a message')
    await screen.approveInWindow('Sign')
    await status('Signature verified.')
    await demo.button('Sign typed data').click()
    await expect(screen.title).toHaveText('Sign structured data')
    await expect(screen.frame.getByText('A cup of coffee', { exact: true })).toBeVisible()
    await screen.approveInWindow('Sign', { isBlind: true })
    await status('Order verified.')
  })

  await test.step('send coins and tokens, each from a window of the wallet’s own', async () => {
    for (const [button, title] of [
      ['Send transaction', 'Send ETH'],
      ['Send tokens', 'Send a token'],
    ] as const) {
      await demo.button(button).click()
      const screen = await walletScreenOn(page, world)
      await expect(screen.title).toHaveText(title)
      await screen.approveInWindow('Approve')
      await expect(demo.said(/^Mined in block \d+\.$/)).toHaveCount(button === 'Send tokens' ? 2 : 1)
    }
    expect(await balances()).toMatchObject({ tokens: 95_000_000n })
  })

  await test.step('sign out', async () => {
    await demo.disconnect.click()
    await status('Disconnected.')
    await expect(demo.address).toHaveText('–')
  })

  await test.step('sign in on the second site, which knows nothing: the same addresses, three letters, one code', async () => {
    await press(page.getByRole('link', { name: 'Open the second site' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The same wallet on a second site')
    expect(new URL(page.url()).origin).toBe(world.origins.market)
    await press(page.getByText('Emails', { exact: true }))
    await expect(page.getByRole('article', { name: /is your code/ })).toBeVisible()
    const before = world.mail.letters(address).length
    const modal = await startSignIn()
    const wallet = await frameOn(page, world.origins.wallet)
    const kept = await wallet.evaluate(async () => [localStorage.length, (await indexedDB.databases()).length])
    expect(kept).toEqual([0, 0])
    await approveDevice(modal)
    await enterCode(modal)
    const number = await recoveryNumber(page, world)
    await inbox.page.bringToFront()
    await inbox.follow(/^Open your wallet/, number, 'Your wallet is being opened')
    await page.bringToFront()
    await status('Connected.')
    expect(await evm()).toBe(account)
    await expect(page.locator('#solana-address')).toHaveText(solana)
    expect(world.mail.letters(address)).toHaveLength(before + 3)
  })

  await test.step('approve a transfer inside the modal there', async () => {
    await demo.button('Send transaction').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Send ETH')
    await screen.approve('Approve')
    await status(/^Mined in block \d+\.$/)
  })
  expect(violations.all()).toEqual([])
  expect(world.violations()).toEqual([])

  async function balances() {
    const [one] = world.chains
    const { token } = JSON.parse((await page.locator('#demo-config').textContent()) ?? '') as {
      token: { address: string }
    } // as: written by the world's server
    const balanceOf = `0x70a08231${account.slice(2).padStart(64, '0')}`
    return {
      ether: BigInt(String(await world.rpc(one, 'eth_getBalance', [account, 'latest']))),
      tokens: BigInt(String(await world.rpc(one, 'eth_call', [{ to: token.address, data: balanceOf }, 'latest']))),
      lamports: ((await world.solana.rpc('getBalance', [solana])) as { value: number }).value, // as: the form of the node's answer
    }
  }
})
