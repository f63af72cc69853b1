/** Two listed origins of one site, and two projects on one modal origin: the browser gives their frames one storage partition. */
import type { Page } from '@playwright/test'
import { connected, opened } from '../../pages/connected.ts'
import { type Dapp, dappOn } from '../../pages/dapp.ts'
import { mailboxOf, signInByMail } from '../../pages/mailbox.ts'
import { modalOn } from '../../pages/modal.ts'
import { paired } from '../../pages/pairing.ts'
import { frameOn } from '../../setup/frames.ts'
import { hostPage } from '../../setup/pages.ts'
import { type Phone, startPhone } from '../../wallets/phone.ts'
import type { World } from '../../world/world.ts'
import { test as base, expect } from '../test.ts'

const test = base.extend<{ phone: Phone }>({
  phone: async ({ world }, use) => {
    const phone = await startPhone(world)
    await use(phone)
    await phone.stop()
  },
})

type Hint = { readonly connectorId: string; readonly connectorType: string; readonly name: string }

/** Writes this reconnect hint into the page's own storage, creates the SDK, and waits until the modal has tried to restore it. */
async function claim(page: Page, world: World, project: World['paired'], hint: Hint): Promise<Dapp> {
  const key = `@airlock/${project.projectId}/hints`
  const whole = { ...hint, namespace: 'eip155', network: world.chains[0].caip2 }
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, JSON.stringify([whole])] as const)
  await hostPage(page, world).create(project)
  const dapp = dappOn(page)
  await dapp.call((airlock) => airlock.prefetch())
  // A failed restore removes the hints.
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  return dapp
}

/** Storage keys of the frame in the partition of this page. */
const storedIn = async (page: Page, origin: string): Promise<string[]> =>
  (await frameOn(page, origin)).evaluate(() => Object.keys(localStorage))

test('a paired wallet’s session is not taken up by another origin of the site, or by another project', {
  tag: '@C55',
}, async ({ parts, context, host, world, phone }) => {
  const hint = { connectorId: 'walletConnect', connectorType: 'walletConnect', name: 'Pocket' }
  const { dapp } = await paired(parts, phone)
  const other = await context.newPage()
  for (const [origin, project] of [
    ['blog.host', world.paired],
    ['host', world.showcase],
    ['blog.host', world.showcase],
  ] as const) {
    await hostPage(other, world).open({ host: origin })
    const there = await claim(other, world, project, hint)
    // The session is in this partition; otherwise the test would only prove the browser's partitioning.
    expect((await storedIn(other, world.origins.modal)).join()).toContain('session')
    await there.expectStatus('disconnected')
    expect(await there.address()).toBeUndefined()
    expect(await there.request('personal_sign', ['0x68656c6c6f', phone.address])).toHaveProperty('code')
  }
  expect(phone.calls).toEqual([])
  await host.open()
  await host.create(world.paired)
  await dapp.expectStatus('connected')
  expect(await dapp.address()).toBe(phone.address)
})

test('the embedded wallet’s address is told to another origin of the site after a press there', {
  tag: '@C56',
}, async ({ parts, context, host, world }) => {
  test.setTimeout(60_000)
  const mailbox = mailboxOf(context, world, 'sites')
  await host.open()
  const { dapp, modal } = await opened(parts, world.embedded)
  await signInByMail(modal, mailbox)
  await dapp.expectStatus('connected')
  const address = await dapp.address()
  // The notice of a new wallet is sent once the wallet is there, and nothing waits for it.
  await mailbox.passOverNotice()
  const mails = mailbox.count()

  const other = await context.newPage()
  const blog = hostPage(other, world)
  await blog.open({ host: 'blog.host' })
  const there = await claim(other, world, world.embedded, {
    connectorId: 'ID_AUTH',
    connectorType: 'auth',
    name: 'Email Wallet',
  })
  expect((await storedIn(other, world.origins.wallet)).join()).toContain('session')
  expect(await there.address()).toBeUndefined()

  await blog.connect()
  const theirs = await modalOn(other, world)
  await theirs.frame.getByRole('textbox', { name: 'Email' }).fill(mailbox.address)
  await theirs.button('Continue with email').click()
  await there.expectStatus('connected')
  expect(await there.address()).toBe(address)
  expect(mailbox.count()).toBe(mails)
  await blog.open({ host: 'blog.host' })
  await blog.create(world.embedded)
  await there.expectStatus('connected')
})

test.describe('a user who was here before', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('is not known on another origin of the site, in another project or on another site, and no cookie is set', {
    tag: '@T22',
  }, async ({ context, page, world, host }) => {
    const cookies: string[] = []
    await context.exposeFunction('cookieWritten', (cookie: string) => void cookies.push(cookie))
    // Browsers reject many cookies of frames, so every attempt to set one counts.
    await context.addInitScript(() => {
      const report = Reflect.get(window, 'cookieWritten') as (cookie: string) => void // as: exposed above
      Object.defineProperty(Document.prototype, 'cookie', { configurable: true, get: () => '', set: report })
    })
    await host.open()
    const { dapp } = await connected({ host, page, world }, 'Rabbit')
    await dapp.call((airlock) => airlock.disconnect())
    await host.connect()
    await expect((await modalOn(page, world)).wallet('Rabbit')).toContainText('Recent')

    const other = await context.newPage()
    const elsewhere = hostPage(other, world)
    for (const [name, project] of [
      ['blog.host', {}],
      ['host', world.showcase],
      ['nopolicy', {}],
    ] as const) {
      await elsewhere.open({ host: name, csp: 'strict' })
      const there = await opened({ host: elsewhere, page: other, world }, project)
      await expect(there.modal.wallet('Rabbit')).toContainText('Installed')
      expect(await there.dapp.address()).toBeUndefined()
      const isShared = (await storedIn(other, world.origins.modal)).some((key) => key.endsWith('recent-wallets'))
      expect(isShared).toBe(name !== 'nopolicy')
    }
    expect(cookies).toEqual([])
    expect(await context.cookies()).toEqual([])
  })
})
