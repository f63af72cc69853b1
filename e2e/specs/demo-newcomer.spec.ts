/**
 * A newcomer on the demo, as `npm start -- --sponsored` opens it, with everything that the embedded wallet can do; and with every server
 * stopped, the recovery kit still opens the wallet.
 */
import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import * as z from 'zod'
import { hasBundler } from '../bundler/alto.ts'
import { type Demo, demoOn } from '../pages/demo.ts'
import { changeEmail, linkEmail } from '../pages/email-change.ts'
import { choose, holdForWords, openExportWindow } from '../pages/export-window.ts'
import { farcasterCodeIn, goWithoutPasskey } from '../pages/farcaster.ts'
import { mailboxOf } from '../pages/mailbox.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { openOffline, saveKit } from '../pages/recovery-kit.ts'
import { moveToNewKey } from '../pages/rotation.ts'
import { playSession } from '../pages/smart-account.ts'
import { signInAt } from '../pages/social.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { expect, test as suite, worldOf } from '../test.ts'
import { demoToken } from '../world/faucet.ts'
import { entryPoints } from '../world/smart-account.ts'

const test = suite.extend({
  world: worldOf({ isSponsored: hasBundler() }, 180_000),
})

const Block = z.object({ transactions: z.array(z.object({ from: z.string(), to: z.string() })) })
/** To whom the demo pays. */
const payees = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const

test('a newcomer signs up in three ways, links and changes an email, exports, moves to a new key, has calls paid, grants and revokes a session, and needs no server to restore', async ({
  browser,
  context,
  page,
  world,
}, testInfo) => {
  test.setTimeout(420_000)
  test.skip(!hasBundler(), 'The bundler is not installed: it needs the network once')
  const elsewhere = async () => (await browser.newContext()).newPage()
  const [chain, other] = world.chains

  async function signUp(there: Page, login: (modal: Modal) => Promise<void>): Promise<{ demo: Demo; address: string }> {
    const demo = demoOn(there, world)
    await demo.open()
    await demo.connect.click()
    await login(await modalOn(there, world))
    await expect(demo.address).toHaveText(/^0x[0-9a-fA-F]{40}$/)
    return { demo, address: (await demo.address.textContent()) ?? '' }
  }

  const second = await elsewhere()
  const { address: first } = await test.step('signs up at a provider', () =>
    signUp(second, (modal) => signInAt(second, modal, 'Acme', 'Nadia')))
  await second.context().close()

  const { demo, address: old } = await test.step('signs up at another one', () =>
    signUp(page, (modal) => signInAt(page, modal, 'Google', world.mail.newAddress('nadia'))))

  await test.step('signs up with Farcaster, links an email to that wallet, and changes it', async () => {
    const app = await world.farcaster.app('nadia')
    const third = await elsewhere()
    const { demo: there, address } = await signUp(third, async (modal) => {
      await modal.button('Continue with Farcaster').click()
      await app.scan(await farcasterCodeIn(modal.frame))
      await goWithoutPasskey(third, world)
    })
    expect(new Set([first, old, address]).size).toBe(3)
    const [before, after] = [mailboxOf(third.context(), world, 'before'), mailboxOf(third.context(), world, 'after')]
    const modal = await there.openAccount()
    await modal.button('Settings').click()
    await linkEmail(modal, before)
    await modal.button('Settings').click()
    await changeEmail(modal, { before, after, isFirstLogin: false })
    await modal.button('Logins').click()
    const logins = (await walletScreenOn(third, world)).frame.getByRole('listitem')
    await expect(logins).toHaveCount(2)
    await expect(logins.filter({ hasText: after.address })).toHaveCount(1)
    await expect(there.address).toHaveText(address)
    await third.context().close()
  })

  // A wallet whose logins have changed is exported only a day later, so this is the one of the second provider.
  const { words, kit } = await test.step('exports the words, and makes a recovery kit', async () => {
    await page.bringToFront()
    await demo.openAccount()
    const opened = await openExportWindow(page, world, 'Export words or keys')
    await choose(opened, 'Secret words')
    const shown = await holdForWords(opened.window, 12)
    expect(mnemonicToAccount(shown).address).toBe(old)
    await opened.there.button('Something else').click()
    await choose(opened, 'Recovery kit')
    const saved = await saveKit(opened.window, testInfo.outputDir)
    const closed = opened.window.waitForEvent('close')
    await opened.window.close()
    await closed
    return { words: shown, kit: saved }
  })

  await test.step('moves to a new key', async () => {
    await demo.open()
    await expect(demo.address).toHaveText(old)
    await demo.button('Get 1 ETH').click()
    await expect(demo.said('You got 1 ETH.')).toBeVisible()
    await demo.openAccount()
    await moveToNewKey(page, world, { old })
    await expect(demo.address).not.toHaveText(old)
    await demo.open()
    await expect(demo.address).toHaveText(/^0x/)
    await expect(demo.address).not.toHaveText(old)
  })

  await test.step('sends two payments whose fee a sponsor pays', async () => {
    const address = (await demo.address.textContent()) ?? ''
    const coins = () => world.rpc(chain, 'eth_getBalance', [address, 'latest'])
    const tokensOf = async (holder: string) => {
      const data = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
      return BigInt(String(await world.rpc(chain, 'eth_call', [{ to: demoToken.address, data }, 'latest'])))
    }
    const before = { coins: await coins(), tokens: await Promise.all(payees.map(tokensOf)) }
    await demo.button('Get 100 TST').click()
    await expect(demo.said('You got 100 TST.')).toBeVisible()
    await demo.button('Send two payments').click()
    const screen = await walletScreenOn(page, world)
    await expect(screen.title).toHaveText('Several steps at once')
    await expect(screen.text(/Paid by pay\.localhost:\d+/)).toBeVisible()
    await screen.approveInWindow('Approve')
    const done = demo.said(/^Both payments are in block \d+\. pay\.localhost:\d+ paid the fee\.$/)
    await expect(done).toBeVisible({ timeout: 30_000 })

    expect(await coins()).toBe(before.coins)
    const unit = 10n ** BigInt(demoToken.decimals)
    expect(await Promise.all(payees.map(tokensOf))).toEqual(before.tokens.map((had) => had + unit))
    const height = Number(/block (\d+)/.exec((await done.textContent()) ?? '')?.[1])
    const block = Block.parse(await world.rpc(chain, 'eth_getBlockByNumber', [`0x${height.toString(16)}`, true]))
    expect(block.transactions.map(({ to }) => to.toLowerCase())).toEqual([entryPoints['0.8'].address.toLowerCase()])
    expect(block.transactions[0]?.from.toLowerCase()).not.toBe(address.toLowerCase())
    const modal = await demo.openAccount()
    await modal.tab('Activity').click()
    const activity = modal.frame.getByRole('region', { name: 'Activity' })
    await expect(activity.getByRole('button', { name: /Sent/ })).toContainText('1.000 TST')
    await modal.close.click()
  })

  await test.step('grants a session on the other network, which is used and revoked', async () => {
    await demo.button(`Switch to ${other.name}`).click()
    await expect(demo.said(`Now on ${other.name}.`)).toBeVisible()
    await demo.button('Get 1 ETH').click()
    await expect(demo.said('You got 1 ETH.')).toBeVisible()
    await playSession(demo, world)
  })
  expect(world.violations()).toEqual([])

  await test.step('the kit gives the wallet back in a clean browser while every server is stopped', async () => {
    const { port } = new URL(world.origins.accounts)
    await context.close()
    await world.stop()
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
    // Of the key that it was made for.
    expect(await openOffline(browser, kit)).toEqual({ address: old, words })
  })
})
