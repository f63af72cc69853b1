/**
 * A user who signs in with Farcaster: modal, wallet, service, and the phone, which is the wallet side of Farcaster's own library. Relay and
 * registries are on this machine (`world/farcaster`).
 */
import type { Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { demoOn } from '../pages/demo.ts'
import { farcasterCodeIn, goWithoutPasskey, openFarcaster } from '../pages/farcaster.ts'
import { modalOn } from '../pages/modal.ts'
import { phones } from '../setup/phone.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

const elsewhere = async (page: Page) => {
  const browser = page.context().browser()
  if (!browser) throw new Error('No browser')
  return (await browser.newContext()).newPage()
}

test('signs up with the code, and is the same user when the phone confirms again', { tag: '@gate' }, async ({
  page,
  world,
  violations,
}) => {
  const app = await world.farcaster.app('nadia')
  const modal = await openFarcaster(page, world)
  await expect(modal.outcome).toHaveText('Scan with your phone')
  await app.scan(await farcasterCodeIn(modal.frame))
  await goWithoutPasskey(page, world)
  const dapp = dappOn(page)
  await dapp.expectStatus('connected')
  const address = await dapp.address()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await dapp.expectClosed()
  expect(violations.all()).toEqual([])

  await page.reload()
  const again = await openFarcaster(page, world)
  await app.scan(await farcasterCodeIn(again.frame))
  await dapp.expectStatus('connected')
  expect(await dapp.address()).toBe(address)
})

test('an answer that proves nothing does not sign the user in, and another try works', async ({ page, world }) => {
  const app = await world.farcaster.app('olga')
  const other = await world.farcaster.app('paula')
  const modal = await openFarcaster(page, world)
  await app.scan(await farcasterCodeIn(modal.frame), { fid: other.fid })
  await expect(modal.outcome).toHaveText('You are not signed in')
  await modal.button('Try again').click()
  await app.scan(await farcasterCodeIn(modal.frame))
  await goWithoutPasskey(page, world)
  await dappOn(page).expectStatus('connected')
})

test('while the relay is down the view says so and goes on; going back ends the wait', async ({ page, world }) => {
  test.setTimeout(90_000)
  const { relay } = world.farcaster
  const modal = await openFarcaster(page, world)
  const url = await farcasterCodeIn(modal.frame)
  relay.behave({ status: () => ({ status: 503, body: {} }) })
  await expect(modal.text('The login service can’t be reached. This continues by itself.')).toBeVisible()
  relay.behave({})
  const before = relay.reads(url)
  await expect.poll(() => relay.reads(url)).toBeGreaterThan(before)
  await modal.back.click()
  await modal.expectView('Connect Wallet')
  // Another login is asked for meanwhile, the one that was left is not.
  const left = relay.reads(url)
  await modal.button('Continue with Farcaster').click()
  const next = await farcasterCodeIn(modal.frame)
  await expect.poll(() => relay.reads(next)).toBeGreaterThan(2)
  expect(relay.reads(url)).toBeLessThanOrEqual(left + 1)
  await (await world.farcaster.app('rosa')).scan(next)
  await goWithoutPasskey(page, world)
  await dappOn(page).expectStatus('connected')
})

test.describe('on a phone', () => {
  test.use(phones.Pixel)

  test('a link opens Farcaster, and the page goes on by itself', async ({ page, world }) => {
    const modal = await openFarcaster(page, world)
    await expect(modal.outcome).toHaveText('Continue in Farcaster')
    const opened = page.context().waitForEvent('page')
    await press(modal.frame.getByRole('link', { name: 'Open Farcaster' }))
    const farcaster = await opened
    await expect(farcaster.getByRole('heading')).toHaveText(`Sign in to ${new URL(world.origins.wallet).host}`)
    await farcaster.getByLabel('Your name on Farcaster').fill('sara')
    await press(farcaster.getByRole('button', { name: 'Sign in' }))
    await expect(farcaster.getByText('You are signed in')).toBeVisible()
    await goWithoutPasskey(page, world)
    await dappOn(page).expectStatus('connected')
  })
})

test('a newcomer signs up on the demo with Farcaster', async ({ page, world }) => {
  const demo = demoOn(page, world)
  await demo.open()
  await demo.connect.click()
  const modal = await modalOn(page, world)
  await modal.button('Continue with Farcaster').click()
  const phone = await elsewhere(page)
  await phone.goto(await farcasterCodeIn(modal.frame))
  await phone.getByLabel('Your name on Farcaster').fill('tina')
  await press(phone.getByRole('button', { name: 'Sign in' }))
  await goWithoutPasskey(page, world)
  await expect(demo.address).toHaveText(/^0x/)
  await phone.context().close()
})
