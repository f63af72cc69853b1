/**
 * A user who signs in at a provider: modal, wallet, service, and the provider's own forms in a window of their own, by real clicks.
 * The provider is published code on this machine (`world/openid-provider.ts`).
 */
import type { Browser, Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { demoOn } from '../pages/demo.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { agreeAt, openProvider, openSocialConnect, pickNumber, signInAt } from '../pages/social.ts'
import { hostPage } from '../setup/pages.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

const openConnect = (page: Page, world: World, features = {}): Promise<Modal> =>
  openSocialConnect(page, world, { features })

const elsewhere = async (browser: Browser) => (await browser.newContext()).newPage()

test('signs up at a provider, has an address, and has the same one in another browser', { tag: '@gate' }, async ({
  browser,
  page,
  world,
  violations,
}) => {
  test.setTimeout(120_000)
  const mailbox = mailboxOf(page.context(), world, 'nadia')
  const modal = await openConnect(page, world)
  await signInAt(page, modal, 'Google', mailbox.address)
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  expect((await dapp.account())?.user).toEqual({ email: mailbox.address, social: 'google', custodyLevel: 'L0' })
  const address = await dapp.address()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await dapp.expectClosed()

  await test.step('the same login leads to the same address in another browser, after a press in an email', async () => {
    const second = await elsewhere(browser)
    const there = await openConnect(second, world)
    await signInAt(second, there, 'Google', mailbox.address)
    await mailbox.confirmRecovery(second)
    await dappOn(second).expectStatus('connected')
    expect(await dappOn(second).address()).toBe(address)
    await second.context().close()
  })
  expect(violations.all()).toEqual([])
})

test('another provider is another wallet', async ({ browser, world }) => {
  const addressAt = async (provider: string, login: string) => {
    const page = await elsewhere(browser)
    await signInAt(page, await openConnect(page, world), provider, login)
    await dappOn(page).expectStatus('connected')
    const address = await dappOn(page).address()
    await page.context().close()
    return address
  }
  expect(await addressAt('Acme', 'Nadia')).not.toBe(await addressAt('Google', world.mail.newAddress('nadia')))
})

test('closed early leads back to Connect, with the focus on the provider', async ({ page, world }) => {
  const modal = await openConnect(page, world)
  const provider = await openProvider(page, modal, 'Google')
  await expect(modal.outcome).toHaveText('Finish in the Google window')
  await provider.close()
  await modal.expectView('Connect Wallet')
  await expect(modal.frame.getByRole('button', { name: 'Continue with Google' })).toBeFocused()
})

test('declined at the provider says so, and another try works', async ({ page, world }) => {
  const modal = await openConnect(page, world)
  const provider = await openProvider(page, modal, 'Google')
  await press(provider.getByRole('link', { name: 'Cancel' }))
  await expect(modal.outcome).toHaveText('You are not signed in')
  const again = page.context().waitForEvent('page')
  await modal.button('Try again').click()
  const second = await again
  await agreeAt(second, 'Dora')
  await pickNumber(modal, second)
  await dappOn(page).expectStatus('connected')
})

test('a provider that is down is reported as down [F8]', async ({ page, world }) => {
  const modal = await openConnect(page, world)
  const opened = page.context().waitForEvent('page')
  await modal.button('Continue with Absent').click()
  await opened
  await expect(modal.outcome).toHaveText('You are not signed in')
  await expect(modal.text('The provider did not confirm the login.')).toBeVisible()
})

test('an address that has a wallet opens it only with its mailbox, and from then on with both', async ({
  browser,
  page,
  world,
}) => {
  test.setTimeout(150_000)
  const mailbox = mailboxOf(page.context(), world, 'sara')
  const modal = await openConnect(page, world)
  await signInByMail(modal, mailbox)
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  const address = await dapp.address()

  const second = await elsewhere(browser)
  const there = await openConnect(second, world)
  const provider = await openProvider(second, there, 'Google')
  await agreeAt(provider, mailbox.address)
  await pickNumber(there, provider)
  await expect(there.outcome).toHaveText('You have a wallet with this address')
  await there.button('Use the wallet that I have').click()
  await there.expectView('Register Device')
  await mailbox.approveDevice(there)
  await there.expectView('Confirm Email')
  await there.frame.getByRole('textbox', { name: 'Code from the email' }).pressSequentially(await mailbox.code())
  await mailbox.confirmRecovery(second)
  await dappOn(second).expectStatus('connected')
  expect(await dappOn(second).address()).toBe(address)
  await second.context().close()

  const third = await elsewhere(browser)
  const last = await openConnect(third, world)
  await signInAt(third, last, 'Google', mailbox.address)
  await mailbox.confirmRecovery(third)
  await dappOn(third).expectStatus('connected')
  expect(await dappOn(third).address()).toBe(address)
  await third.context().close()
})

test('messages of pages and windows decide nothing [A14]', async ({ page, world }) => {
  const modal = await openConnect(page, world)
  const provider = await openProvider(page, modal, 'Google')
  // The page, and whatever the window has become, say that the login is done.
  const forged = { type: 'social', flowId: 'x'.repeat(22), resultUri: `${world.origins.accounts}/`, status: 'done' }
  await provider.goto(world.origins.other)
  await provider.evaluate((message) => {
    const opener = window.opener as Window | null // as: the DOM's types leave it open
    opener?.postMessage(message, '*')
  }, forged)
  await page.evaluate((message) => {
    for (const frame of document.querySelectorAll('iframe')) frame.contentWindow?.postMessage(message, '*')
  }, forged)
  await expect(modal.outcome).toHaveText('Finish in the Google window')
  await expect.poll(() => dappOn(page).state()).not.toMatchObject({ status: 'connected' })
  // The login itself still works, in a window that belongs to it.
  await provider.close()
  await modal.expectView('Connect Wallet')
  await signInAt(page, modal, 'Google', 'Olga')
  await dappOn(page).expectStatus('connected')
})

test('a page chooses which logins are shown, and in which order', async ({ page, world }) => {
  const modal = await openConnect(page, world, { socials: ['acme', 'google'], email: false })
  const logins = modal.frame.getByRole('group', { name: 'Social logins' }).getByRole('button')
  await expect(logins).toHaveCount(2)
  await expect(logins.first()).toHaveAccessibleName('Continue with Acme')
  await expect(modal.frame.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
})

test.describe('a browser that opens no window', () => {
  /** What a page may have in its address. */
  const own = '?item=a%20b&flag#part'
  const result = `airlock_social=${'f'.repeat(22)}.${'c'.repeat(43)}`
  const options = (world: World) => ({ ...world.social, networks: world.config.networks })
  const address = (page: Page) => page.evaluate(() => location.search + location.hash)

  test.beforeEach(({ page }) => page.addInitScript(() => Object.assign(window, { open: () => null })))

  /** Returns the number that the modal has shown. */
  async function leaveFor(page: Page, world: World, name: string): Promise<string> {
    const modal = await openConnect(page, world, { socialRedirect: true })
    await page.evaluate((search) => history.replaceState(null, '', search), own)
    await modal.button(`Continue with ${name}`).click()
    await expect(modal.outcome).toHaveText('Your browser stopped the window')
    await modal.button('Use this tab instead').click()
    await expect(modal.outcome).toHaveText(/^Remember \d\d$/)
    const number = (await modal.outcome.textContent())?.slice(-2) ?? ''
    await modal.button(`Continue with ${name}`).click()
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
    return number
  }
  /** The page starts over, as it does for every user. */
  async function start(page: Page, world: World): Promise<void> {
    await page.waitForURL(({ origin }) => origin === world.origins.host)
    await hostPage(page, world).create(options(world))
  }

  test('the page leaves for the provider and comes back signed in, to the address that it had', async ({
    page,
    world,
    violations,
  }) => {
    test.setTimeout(90_000)
    const number = await leaveFor(page, world, 'Acme')
    await agreeAt(page, 'Paula')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is this you?')
    await press(page.getByRole('button', { name: number, exact: true }))
    await start(page, world)
    await dappOn(page).expectStatus('connected')
    await dappOn(page).expectClosed()
    expect(await address(page)).toBe(own)
    expect(violations.all()).toEqual([])
  })

  test('a user who sees no number is not signed in, and a link leads back to the page', async ({ page, world }) => {
    await leaveFor(page, world, 'Acme')
    await agreeAt(page, 'Petra')
    await press(page.getByRole('button', { name: 'I see no number' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nobody was signed in')
    await press(page.getByRole('link', { name: /^Go back to / }))
    await start(page, world)
    await expect((await modalOn(page, world)).outcome).toHaveText('You are not signed in')
    expect(await address(page)).toBe(own)
  })

  test('a page that does not allow it is not left', async ({ page, world }) => {
    const modal = await openConnect(page, world)
    await modal.button('Continue with Acme').click()
    await expect(modal.outcome).toHaveText('Your browser stopped the window')
    await expect(modal.button('Open Acme')).toBeVisible()
    await expect(modal.button('Use this tab instead')).toHaveCount(0)
  })

  test('declined there, the page says so when it is back', async ({ page, world }) => {
    await leaveFor(page, world, 'Acme')
    await press(page.getByRole('link', { name: 'Cancel' }))
    await start(page, world)
    await expect((await modalOn(page, world)).outcome).toHaveText('You are not signed in')
    expect(await address(page)).toBe(own)
  })

  test('a result that this tab did not leave for is removed, and does nothing', async ({ page, world }) => {
    const host = hostPage(page, world)
    await host.open({ path: `/?item=a%20b&${result}&flag#part` })
    await host.create(options(world))
    await expect.poll(() => address(page)).toBe(own)
    await expect(page.locator('iframe')).toHaveCount(0)
  })

  test('the result of another login does not sign the user in, although the page has left for one', async ({
    page,
    world,
  }) => {
    await leaveFor(page, world, 'Acme')
    const host = hostPage(page, world)
    await host.open({ path: `/?${result}` })
    await host.create(options(world))
    await expect((await modalOn(page, world)).outcome).toHaveText('You are not signed in')
    expect((await dappOn(page).account())?.status).not.toBe('connected')
  })
})

test('a newcomer signs up on the demo by each of its social logins', async ({ browser, world }) => {
  test.setTimeout(120_000)
  const addresses: string[] = []
  for (const [name, login] of [
    ['Google', 'Ines'],
    ['Acme', 'Jana'],
  ] as const) {
    const page = await elsewhere(browser)
    const demo = demoOn(page, world)
    await demo.open()
    await demo.connect.click()
    await signInAt(page, await modalOn(page, world), name, login)
    await expect(demo.address).toHaveText(/^0x/)
    addresses.push((await demo.address.textContent()) ?? '')
    await page.context().close()
  }
  expect(new Set(addresses).size).toBe(2)
})
