/** A third-party frame has separate storage on each site that embeds it, or none if a user or company blocks it. Both must work. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { connected, opened } from '../../pages/connected.ts'
import { modalOn } from '../../pages/modal.ts'
import { chromiumLaunchOptions } from '../../setup/chromium.ts'
import { hostPage } from '../../setup/pages.ts'
import { watchViolations } from '../../setup/violations.ts'
import { expect, test } from '../../test.ts'
import { installWallet } from '../../wallets/install.ts'

/** A browser in which this site may not store anything. */
async function openBlocking(origin: string): Promise<BrowserContext> {
  const profile = test.info().outputPath('profile')
  mkdirSync(join(profile, 'Default'), { recursive: true })
  const blocked = { [`[*.]${new URL(origin).hostname},*`]: { setting: 2 } }
  const preferences = { profile: { content_settings: { exceptions: { cookies: blocked } } } }
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  return chromium.launchPersistentContext(profile, await chromiumLaunchOptions())
}

test('a browser that stores nothing for the wallet’s site: a sign-up by email says so, and sends no email', async ({
  world,
}) => {
  const context = await openBlocking(world.origins.wallet)
  try {
    const page = await context.newPage()
    const host = hostPage(page, world)
    await host.open()
    await host.create(world.embedded)
    await host.connect()
    const modal = await modalOn(page, world)
    const email = world.mail.newAddress('blocked')
    await modal.frame.getByRole('textbox', { name: 'Email' }).fill(email)
    await modal.button('Continue with email').click()
    await expect(modal.frame.getByText('blocks the storage').first()).toBeVisible()
    expect(world.mail.letters(email)).toEqual([])
  } finally {
    await context.close()
  }
})

test('a browser that stores nothing for the modal’s site: a wallet connects and is found again after a reload', {
  tag: '@gate',
}, async ({ world }) => {
  const context = await openBlocking(world.origins.modal)
  try {
    const wallet = await installWallet(context, world, { name: 'Rabbit' })
    const violations = await watchViolations(context)
    const page = await context.newPage()
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(error.message))
    const host = hostPage(page, world)
    await host.open()
    const { dapp, modal } = await connected({ host, page, world }, 'Rabbit')
    const read = await modal.frame.evaluate(() => {
      try {
        return localStorage.length
      } catch (error) {
        return String(Reflect.get(Object(error), 'name'))
      }
    })
    expect(read).toBe('SecurityError')
    expect(await dapp.address()).toBe(wallet.address)
    await host.open()
    await host.create()
    await dapp.expectStatus('connected')
    expect(uncaught).toEqual([])
    expect([...violations.all(), ...world.violations()]).toEqual([])
  } finally {
    await context.close()
  }
})

test.describe('separate storage for each site', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('the wallet that was used on one site is not known as recent on another', async ({ parts, host }) => {
    const recent = async () => {
      const { modal } = await opened(parts)
      await expect(modal.wallet('Rabbit')).toBeVisible()
      return modal.wallet('Rabbit').getByText('Recent').count()
    }
    const { dapp } = await connected(parts, 'Rabbit')
    await dapp.call((airlock) => airlock.disconnect())
    await host.open()
    expect(await recent()).toBe(1)
    await host.open({ host: 'nopolicy', csp: 'strict' })
    expect(await recent()).toBe(0)
  })
})
