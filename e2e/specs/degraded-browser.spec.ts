/** A browser without network or without storage: the modal says so, and everything else keeps working. */
import { connected, opened } from '../pages/connected.ts'
import { mailboxOf } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { signedUp } from '../pages/sign-up.ts'
import { frameOn } from '../setup/frames.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

test('going offline and back online is announced, and mirrored to the page', { tag: '@gate' }, async ({ parts }) => {
  const { context, host } = parts
  const { dapp, modal } = await connected(parts, 'Rabbit')
  await host.connect()
  await modal.expectView('Account')
  await context.setOffline(true)
  await expect(modal.frame.getByRole('alert')).toHaveText('You are offline')
  await expect.poll(async () => (await dapp.state()).health).toBe('offline')
  await context.setOffline(false)
  await expect(modal.frame.getByRole('status').filter({ hasText: 'You are back online' })).toBeAttached()
  await expect.poll(async () => (await dapp.state()).health).toBe('ok')
})

test('a wallet connects in a browser without storage, and the page knows that it will be forgotten', async ({
  parts,
  violations,
}) => {
  const { context, host, page } = parts
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The user denied permission to access the data.', 'SecurityError')
        },
      })
  })
  await host.open()
  const { dapp } = await connected(parts, 'Rabbit')
  expect((await dapp.state()).persistence).toBe('memory')
  await host.open()
  await host.create()
  await dapp.expectStatus('disconnected')
  expect(page.frames()).toHaveLength(1)
  expect(uncaught).toEqual([])
  expect(violations.all()).toEqual([])
})

test('a browser that blocks the storage of the wallet says so, before an email is sent', async ({ parts }) => {
  const { context, host, page, world } = parts
  await context.addInitScript((origin) => {
    if (location.origin !== origin) return
    for (const name of ['localStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The user denied permission to access the data.', 'SecurityError')
        },
      })
  }, world.origins.wallet)
  await host.open()
  const { modal } = await opened({ host, page, world }, world.embedded)
  const mailbox = mailboxOf(context, world, 'blocked')
  await modal.frame.getByRole('textbox', { name: 'Email' }).fill(mailbox.address)
  await modal.button('Continue with email').click()
  await expect(modal.frame.getByText('This browser blocks the storage that an email wallet needs')).toBeVisible()
  expect(mailbox.count()).toBe(0)
})

test('a browser that forgets the wallet says so where the user signs in again', async ({ parts }) => {
  const { host, page, world } = parts
  const { dapp } = await signedUp(parts, 'forgotten')
  const wallet = await frameOn(page, world.origins.wallet)
  await wallet.evaluate(async () => {
    localStorage.clear()
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  await host.open()
  await host.create(world.embedded)
  await dapp.expectStatus('disconnected')
  await host.connect()
  const modal = await modalOn(page, world)
  await expect(modal.frame.getByText('This browser hasn’t kept you signed in.')).toBeVisible()
})

test('a page that keeps nothing leaves nothing in its storage', async ({ parts, host, page }) => {
  const { dapp } = await connected(parts, 'Rabbit', { persist: 'memory' })
  expect((await dapp.state()).persistence).toBe('memory')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await host.open()
  await host.create({ persist: 'memory' })
  await dapp.expectStatus('disconnected')
})

test('the page stores which wallet and network were used, and nothing else', async ({ parts, page, world }) => {
  await connected(parts, 'Rabbit')
  const kept = await page.evaluate(() => Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]))
  expect(kept.map(([key]) => key)).toEqual([`@airlock/${world.config.projectId}/hints`])
  expect(JSON.parse(kept[0]?.[1] ?? '')).toEqual([
    {
      connectorId: 'example.rabbit',
      connectorType: 'announced',
      name: 'Rabbit',
      namespace: 'eip155',
      network: world.chains[0].caip2,
    },
  ])
})

test('a stored hint that the SDK has not written opens the list of wallets', async ({ host, page, world }) => {
  await page.evaluate(
    (key) => localStorage.setItem(key, '[{"connectorId":"<img>","namespace":"eip155","__proto__":{"x":1}}]'),
    `@airlock/${world.config.projectId}/hints`,
  )
  await host.open()
  const { modal } = await opened({ host, page, world })
  await modal.expectView('Connect Wallet')
})
