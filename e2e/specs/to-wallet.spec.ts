/** A request opens the wallet again if it was opened by a link: once, by the page, and only with a click of the user. */
import type { Page } from '@playwright/test'
import { type Dapp, dappOn } from '../pages/dapp.ts'
import { type Leaving, watchLeaving } from '../pages/leaving.ts'
import { kestrel, serveListing } from '../pages/listing.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn, paired } from '../pages/pairing.ts'
import { codeOf, native, openWith, serveWeb, universal } from '../pages/phone-wallets.ts'
import { expect, phones, test } from '../setup/phone.ts'
import { press } from '../setup/press.ts'
import type { Phone } from '../wallets/phone.ts'
import { message } from '../wallets/samples.ts'

const signed = { result: expect.stringMatching(/^0x/) as unknown }
const kept = (frame: { evaluate: Page['evaluate'] }) =>
  frame.evaluate(() => Object.keys(localStorage).some((key) => key.endsWith('/pairing-way')))

/** Sends a request without user activation: opening a window first uses up the activation that the test's evaluation counts as. */
const askUnasked = (page: Page, address: string) =>
  page.evaluate(
    (params) => {
      const airlock = Reflect.get(window, 'airlock') as import('@airlock/host-sdk').Airlock
      airlock.on('open', () => console.info('opened by itself'))
      window.open('about:blank')?.close()
      const asked = airlock.provider('eip155').request({ method: 'personal_sign', params })
      Object.assign(window, { asked })
    },
    [message.hex, address],
  )

/** The wallet waits until the test answers. */
test.use({ phoneOptions: { behaviour: 'asks' } })

/** The dapp sends a request; the wallet is opened, by itself or by a press, and then approves. */
async function sign(
  { dapp, phone, left }: { dapp: Dapp; phone: Phone; left: readonly Leaving[] },
  pressed = () => Promise.resolve(),
) {
  const before = left.length
  const asked = dapp.request('personal_sign', [message.hex, phone.address])
  const { id } = await phone.called('personal_sign')
  await pressed()
  await expect.poll(() => left).toHaveLength(before + 1)
  phone.approveNext()
  expect(await asked).toEqual(signed)
  expect(left).toHaveLength(before + 1)
  return { id, way: left.at(-1) }
}

/** The user follows the link of the row, and agrees in the wallet that it opens. */
async function connectByLink(
  { dapp, row, left }: Pick<Awaited<ReturnType<typeof openWith>>, 'dapp' | 'row' | 'left'>,
  phone: Phone,
) {
  await row.tap()
  await expect.poll(() => left).toHaveLength(1)
  phone.approveNext()
  await phone.pair(codeOf(left[0]))
  await dapp.expectStatus('connected')
}

test.describe('on a phone', () => {
  test.use(phones.iPhone)

  test('a request starts the app again, on that request; one without a confirmation does not', async ({
    parts,
    phone,
  }) => {
    const { page, world } = parts
    const { dapp, modal, left, row } = await openWith(parts, native)
    await connectByLink({ dapp, row, left }, phone)
    await dapp.expectClosed()
    const { id, way } = await sign({ dapp, phone, left })
    const form = new RegExp(`^kestrel://wc\\?requestId=${id}&sessionTopic=[0-9a-f]{64}$`)
    expect(way).toEqual({ how: 'in place', url: expect.stringMatching(form) as unknown })
    // Neither reads nor calls that the wallet has already agreed to open it.
    expect(await dapp.request('eth_blockNumber')).toEqual(signed)
    expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toEqual({ result: null })
    expect(left).toHaveLength(2)
    expect(new URL(page.url()).origin).toBe(world.origins.host)
    // The stored link is removed with the session.
    expect(await kept(modal.frame)).toBe(true)
    await dapp.call((airlock) => airlock.disconnect())
    expect(await kept(modal.frame)).toBe(false)
  })

  test('an address of the web is opened again in a new tab, also after a reload', async ({ parts, phone }) => {
    const { context, host, page, world } = parts
    await serveWeb(context)
    const { dapp, left, row } = await openWith(parts, universal)
    await expect(row).toHaveAttribute('href', /^https:/)
    await connectByLink({ dapp, row, left }, phone)
    await host.open()
    await host.create(world.showcase)
    await dappOn(page).expectStatus('connected')
    const { id, way } = await sign({ dapp, phone, left })
    const form = new RegExp(`^https://app\\.kestrel\\.example/link/wc\\?requestId=${id}&sessionTopic=[0-9a-f]{64}$`)
    expect(way).toEqual({ how: 'new window', url: expect.stringMatching(form) as unknown })
    // The wallet ends the session, and the page removes the link.
    const modal = await modalOn(page, world)
    await phone.disconnect()
    await dapp.expectStatus('disconnected')
    expect(await kept(modal.frame)).toBe(false)
  })

  test('a request without a press shows a link to the wallet, and is answered all the same', async ({
    parts,
    phone,
  }) => {
    const { context, page } = parts
    await serveWeb(context)
    const { dapp, modal, left, row } = await openWith(parts, universal)
    await expect(row).toHaveAttribute('href', /^https:/)
    await connectByLink({ dapp, row, left }, phone)
    await dapp.expectClosed()
    await page.bringToFront()
    const opening = page.waitForEvent('console', (said) => said.text() === 'opened by itself')
    await askUnasked(page, phone.address)
    await opening
    // Only the window that used up the activation was opened, and no wallet.
    expect(left.slice(1).map(({ url }) => url)).toEqual(['about:blank'])
    await modal.expectView('Kestrel Wallet')
    await expect(modal.outcome).toHaveText('Continue in Kestrel Wallet')
    const call = await phone.called('personal_sign')
    await modal.frame.getByRole('link', { name: 'Open', exact: true }).tap()
    await expect.poll(() => left).toHaveLength(3)
    const way = new RegExp(`^https://app\\.kestrel\\.example/link/wc\\?requestId=${call.id}&`)
    expect(left.at(-1)).toEqual({ how: 'new window', url: expect.stringMatching(way) as unknown })
    phone.approveNext()
    await dapp.expectClosed()
    expect(await page.evaluate(() => Reflect.get(window, 'asked') as Promise<unknown>)).toMatch(/^0x/)
  })
})

test('the desktop app comes forward in place', async ({ host, page, world, phone }) => {
  await serveListing(page, world, [kestrel])
  const left = await watchLeaving(page)
  await host.create({ ...world.showcase, featuredWalletIds: [kestrel.id] })
  await host.connect()
  const [dapp, modal] = [dappOn(page), await modalOn(page, world)]
  await modal.wallet('Kestrel Wallet').click()
  const uri = await codeIn(modal)
  await press(modal.frame.getByRole('tab', { name: 'Desktop' }))
  await expect.poll(() => left).toHaveLength(1)
  phone.approveNext()
  await phone.pair(uri)
  await dapp.expectStatus('connected')
  // Until then, what the user has pressed in the modal still counts.
  await dapp.expectClosed()
  const { way } = await sign({ dapp, phone, left }, () =>
    press(modal.frame.getByRole('link', { name: 'Open', exact: true })),
  )
  const form = /^kestrel-desktop:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/
  expect(way).toEqual({ how: 'in place', url: expect.stringMatching(form) as unknown })
})

test('a wallet on another device is asked there, and nothing opens here', async ({ parts, page, phone }) => {
  const left = await watchLeaving(page)
  phone.approveNext()
  const { dapp, modal } = await paired(parts, phone)
  phone.approveNext()
  expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual(signed)
  expect(left).toEqual([])
  expect((await dapp.state()).open).toBe(false)
  expect(await kept(modal.frame)).toBe(false)
})
