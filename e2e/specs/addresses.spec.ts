/** A wallet that shares several addresses: which one is used, by mouse and by keyboard, and what the page calls them. */
import type { Airlock } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'
import { encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { opened } from '../pages/connected.ts'
import { type Dapp, dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'
import { installInjectedWeb3 } from '../wallets/injected-web3.ts'
import { polkadot } from '../world/other-networks.ts'

const active = async (dapp: Dapp) => (await dapp.state()).accounts.polkadot?.address

/** Without a text, the address has no label any more. */
const label = (page: Page, address: string, text?: string) =>
  page.evaluate(
    ([of, as]) => {
      const airlock = Reflect.get(window, 'airlock') as Airlock // as: set by the host's page object
      return as === undefined ? airlock.removeAddressLabel(of) : airlock.addAddressLabel(of, as)
    },
    [address, text] as const,
  )

test('one of several addresses is chosen, named by the page, signs, and is still in use after a reload', {
  tag: '@gate',
}, async ({ host, page, world, violations }) => {
  const wallet = await installInjectedWeb3(page.context(), { key: 'sunbird' })
  const [first, second] = [encodeAddress(wallet.address, 0), encodeAddress(wallet.other, 0)]
  const networks = { networks: [polkadot] }
  await host.open()
  const { dapp, modal } = await opened({ host, page, world }, networks)
  // Before the frame has shown an account, and after.
  await label(page, second, 'Rent')
  await modal.wallet('sunbird').click()
  await dapp.expectClosed()
  expect(await active(dapp)).toBe(first)

  await host.connect()
  await modal.expectView('Account')
  await label(page, first, 'Pocket money')
  await expect(modal.text('Called by this site: Pocket money')).toBeVisible()
  await expect(modal.frame.getByTitle(first).first()).toBeVisible()
  await modal.button('Switch address 2 addresses').click()
  await modal.expectView('Switch Address')
  const rows = modal.frame.getByRole('list', { name: 'Addresses of sunbird' }).getByRole('button')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toHaveAttribute('aria-current', 'true')
  await expect(rows.nth(1)).toHaveText(/Called by this site: Rent/)
  await expect(rows.nth(1).getByTitle(second)).toBeVisible()

  await test.step('the keyboard chooses the other address, and the focus returns to its button', async () => {
    await rows.nth(0).focus()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await modal.expectView('Account')
    await expect(modal.frame.getByRole('button', { name: 'Switch address 2 addresses' })).toBeFocused()
    // The list that was left may still move away.
    await expect(modal.text('Called by this site: Rent').last()).toBeVisible()
    await expect.poll(() => active(dapp)).toBe(second)
  })
  await label(page, second)
  await expect(modal.text(/Called by this site/)).toHaveCount(0)
  await modal.button('Close').click()
  await dapp.expectClosed()

  await host.open()
  await host.create(networks)
  await dappOn(page).expectReady()
  expect(await active(dapp)).toBe(second)
  const signature = await dapp.call((airlock) => airlock.provider('polkadot').signRaw('hello'))
  expect(signatureVerify('hello', signature, second).isValid).toBe(true)

  await test.step('a wallet with one address has no button to switch', async () => {
    await wallet.switchAccount()
    await expect.poll(async () => (await dapp.state()).accounts.polkadot?.accounts).toHaveLength(1)
    await host.connect()
    const again = await modalOn(page, world)
    await again.expectView('Account')
    await expect(again.frame.getByRole('button', { name: /^Switch address/ })).toHaveCount(0)
  })
  expect(violations.all()).toEqual([])
})
