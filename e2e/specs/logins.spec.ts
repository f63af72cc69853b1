/**
 * The wallet's page of logins, by real clicks: adds a login of a provider to a wallet that was made by email, removes it, adds one of Farcaster, and
 * opens the wallet with that one elsewhere. States and refusals: `e2e/accounts/logins.full.test.ts`.
 */
import { dappOn } from '../pages/dapp.ts'
import { farcasterCodeIn, openFarcaster } from '../pages/farcaster.ts'
import { modalOn } from '../pages/modal.ts'
import { signedUp } from '../pages/sign-up.ts'
import { agreeAt } from '../pages/social.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

test('logins are added to the wallet, each after the user has seen whose it is, and one is removed', async ({
  parts,
  browser,
  violations,
}) => {
  const { context, page, world } = parts
  test.setTimeout(180_000)
  const options = { ...world.social, networks: world.config.networks }
  const { dapp, mailbox, account: address } = await signedUp(parts, 'logins', options)
  await dapp.call((airlock) => void airlock.open({ view: 'Account' }))
  await (await modalOn(page, world)).button('Logins').click()
  const pages = await walletScreenOn(page, world)
  await expect(pages.title).toHaveText('Logins')

  await test.step('a provider, in its window', async () => {
    const opening = context.waitForEvent('page')
    await pages.button('Add Acme').click()
    const provider = await opening
    await agreeAt(provider, 'Wanda')
    await expect(provider.getByText('let this Acme account open a wallet here')).toBeVisible()
    await expect(pages.title).toHaveText('Pick the number in the other window')
    const number = (await pages.frame.getByText(/^\d\d$/).textContent()) ?? ''
    const closed = provider.waitForEvent('close')
    await press(provider.getByRole('button', { name: number, exact: true }))
    await closed
    await expect(pages.title).toHaveText('Let this login open your wallet?')
    await expect(pages.text('Acme: wanda@mail.example')).toBeVisible()
    await pages.approve('Add this login')
    await expect(pages.text('Acme now opens your wallet too.')).toBeVisible()
  })

  await test.step('it is removed behind a second press', async () => {
    await pages.button('Remove Acme, wanda@mail.example').click()
    await expect(pages.title).toHaveText('Remove Acme, wanda@mail.example?')
    await pages.approve('Remove')
    await expect(pages.text('Acme no longer opens your wallet.')).toBeVisible()
    await expect(pages.frame.getByRole('listitem')).toHaveCount(1)
  })
  const app = await world.farcaster.app('wanda')
  await test.step('Farcaster, with its code', async () => {
    await pages.button('Add Farcaster').click()
    await app.scan(await farcasterCodeIn(pages.frame))
    await expect(pages.text('Farcaster: wanda')).toBeVisible()
    await pages.approve('Add this login')
    await expect(pages.text('Farcaster now opens your wallet too.')).toBeVisible()
  })

  expect(violations.all()).toEqual([])

  await test.step('Farcaster leads to the same wallet in another browser, after a press in an email', async () => {
    const second = await (await browser.newContext()).newPage()
    const modal = await openFarcaster(second, world)
    await app.scan(await farcasterCodeIn(modal.frame))
    await mailbox.confirmRecovery(second)
    await dappOn(second).expectStatus('connected')
    expect(await dappOn(second).address()).toBe(address)
    await second.context().close()
  })
})
