/** A frame that reloads, crashes, hangs or never starts: every call ends with a reason, and the modal recovers if it can. */
import { connected, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import type { Parts } from '../pages/sign-up.ts'
import { skeletonOn } from '../pages/skeleton.ts'
import { modalDocument, serveStub, shows, stubIsLive } from '../pages/stub-frame.ts'
import { press } from '../setup/press.ts'
import { expect, test } from '../test.ts'

/** A stub in place of the frame, opened by the page under the clock of the test. The returned function puts the frame back. */
async function openStub({ host, page, world }: Parts): Promise<() => Promise<void>> {
  await page.clock.install()
  await host.open()
  const restore = await serveStub(page, world, { answers: shows })
  await host.create()
  await host.connect()
  return restore
}

test.describe('a running frame', () => {
  test.use({ walletOptions: [{ name: 'Quiet', behaviour: 'asks' }] })

  test('reloads in the middle of a request: the request is rejected, the modal opens again, and the wallet is asked once', {
    tag: ['@C24', '@T24'],
  }, async ({ parts, page, wallets: [quiet] }) => {
    const { dapp, modal } = await opened(parts)
    await modal.expectView('Connect Wallet')
    const waiting = dapp.connect()
    await modal.wallet('Quiet').click()
    await quiet?.called('eth_requestAccounts')
    const reloaded = page.waitForEvent('framenavigated', (frame) => frame === modal.frame)
    await modal.frame.evaluate(() => location.reload())
    await reloaded
    expect(await waiting).toBe('PEER_GONE 4900')
    await modal.expectView('Connect Wallet')
    await expect(modal.wallet('Quiet')).toBeVisible()
    expect(quiet?.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
    // The wallet's late answer is dropped; the wallet is asked again only because the user connects again.
    quiet?.approveNext()
    await modal.wallet('Quiet').click()
    await dapp.expectStatus('connected')
  })

  test('is removed by the page: waiting calls end, and opening makes a new frame', { tag: '@C25' }, async ({
    parts,
  }) => {
    const { host, page, world } = parts
    const { dapp, modal } = await opened(parts)
    await modal.expectView('Connect Wallet')
    const opening = dapp.open()
    const waiting = dapp.connect()
    await page.evaluate(() => document.body.lastElementChild?.remove())
    expect(await opening).toBe('error')
    expect(await waiting).toMatch(/^(PEER_GONE 4900|USER_CLOSED 4001)$/)
    expect((await dapp.state()).open).toBe(false)
    await host.connect()
    await (await modalOn(page, world)).expectView('Connect Wallet')
  })
})

test('a frame that stops answering is replaced, and the modal is open again', { tag: ['@C26', '@gate'] }, async ({
  parts,
}) => {
  const { page, world } = parts
  const restore = await openStub(parts)
  await stubIsLive((await modalOn(page, world)).frame)
  await restore()
  const gone = page.waitForEvent('framedetached')
  await page.clock.runFor(10_000)
  await gone
  const next = modalOn(page, world)
  await page.clock.runFor(1000)
  await (await next).expectView('Connect Wallet')
  expect((await dappOn(page).state()).open).toBe(true)
})

test('a frame that replaces a lost one takes no key before it has greeted', { tag: '@C84' }, async ({ parts }) => {
  const { page, world } = parts
  const restore = await openStub(parts)
  const first = (await modalOn(page, world)).frame
  await stubIsLive(first)
  await restore()
  await serveStub(page, world, { greets: false })
  const gone = page.waitForEvent('framedetached')
  await page.clock.runFor(10_000)
  await gone
  const { frame } = await modalOn(page, world)
  await expect.poll(() => frame.title()).toBe('Stub')
  await frame.evaluate(() => {
    for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => (document.title = type))
  })
  for (const key of ['Tab', 'x', 'Tab', 'x']) await page.keyboard.press(key)
  const card = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.click(card.width / 2, card.height / 2)
  expect(await frame.title()).toBe('Stub')
  expect((await dappOn(page).state()).open).toBe(true)
})

test('a frame that stops answering twice is given up, with a way to try again', { tag: '@C26' }, async ({ parts }) => {
  const { page, world } = parts
  const restore = await openStub(parts)
  const errors = dappOn(page)
  await errors.record()
  for (const _ of [1, 2]) {
    await stubIsLive((await modalOn(page, world)).frame)
    const gone = page.waitForEvent('framedetached')
    await page.clock.runFor(10_000)
    await gone
    await page.clock.runFor(1000)
  }
  const skeleton = skeletonOn(page)
  await skeleton.expectReason('PEER_GONE')
  expect(await errors.told()).toContainEqual({ name: 'error', payload: { code: 'PEER_GONE' } })
  await restore()
  await skeleton.press('Try again')
  await (await modalOn(page, world)).expectView('Connect Wallet')
})

test.describe('a frame that never starts', () => {
  test('because its server hangs is a FRAME_TIMEOUT', async ({ host, page, world }) => {
    await page.clock.install()
    await host.open()
    const asked = page.waitForRequest(modalDocument(world))
    await page.route(modalDocument(world), () => undefined)
    await host.create()
    const opening = dappOn(page).open()
    await asked
    const skeleton = skeletonOn(page)
    await skeleton.expectText('Loading…')
    expect(await skeleton.hasRole('status')).toBe(true) // announced to screen readers
    await page.clock.runFor(10_000)
    expect(await opening).toBe('FRAME_TIMEOUT')
    await skeleton.expectReason('FRAME_TIMEOUT')
  })

  test('because it stays silent is FRAME_REFUSED, and Retry starts it once it speaks', { tag: '@gate' }, async ({
    parts,
  }) => {
    const { host, page, world } = parts
    const restore = await serveStub(page, world, { greets: false })
    await host.create()
    const dapp = dappOn(page)
    expect(await dapp.open()).toBe('FRAME_REFUSED')
    const skeleton = skeletonOn(page)
    await skeleton.expectReason('FRAME_REFUSED')
    await restore()
    await skeleton.press('Try again')
    await (await modalOn(page, world)).expectView('Connect Wallet')
  })

  test('can be closed by the keyboard: no key goes to a document that has not greeted', async ({ parts }) => {
    const { host, page, world } = parts
    await serveStub(page, world, { greets: false })
    await host.create()
    await host.connect()
    const { frame } = await modalOn(page, world)
    await expect.poll(() => frame.title()).toBe('Stub')
    await frame.evaluate(() => addEventListener('keydown', ({ key }) => (document.title = key)))
    await page.keyboard.press('x')
    expect(await frame.title()).toBe('Stub')
    await page.keyboard.press('Enter') // activates the card's button
    await dappOn(page).expectClosed()
  })

  test('because it speaks another version is VERSION_UNSUPPORTED', async ({ host, page, world }) => {
    await serveStub(page, world, { versions: { min: 2, max: 9 } })
    await host.create()
    expect(await dappOn(page).open()).toBe('VERSION_UNSUPPORTED')
  })

  test('because it is down is FRAME_REFUSED, and the dialog can be closed', async ({ host, page, world }) => {
    await page.route(modalDocument(world), (route) => route.abort('connectionrefused'))
    await host.create()
    const dapp = dappOn(page)
    expect(await dapp.open()).toBe('FRAME_REFUSED')
    expect((await dapp.state()).open).toBe(true)
    await skeletonOn(page).press('Close')
    await dapp.expectClosed()
    await press(page.getByRole('link', { name: 'Elsewhere' }))
    expect(new URL(page.url()).hash).toBe('#elsewhere')
  })
})

test.describe('a page that was connected', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('is still connected after its frame reloads', async ({ parts, wallets: [rabbit] }) => {
    const { dapp, modal } = await connected(parts, 'Rabbit')
    await dapp.record()
    const asked = () => rabbit?.calls.filter(({ method }) => method === 'eth_accounts').length ?? 0
    const before = asked()
    await modal.frame.evaluate(() => location.reload())
    await expect.poll(asked).toBeGreaterThan(before)
    await expect.poll(async () => (await dapp.state()).ready).toBe(true)
    await dapp.expectStatus('connected')
    expect((await dapp.told()).map(({ name }) => name)).not.toContain('disconnect')
    expect(rabbit?.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  })
})
