/** The views inside a box of the page, in place of the dialog: one frame for both, without dialog, focus trap or close button. */
import type { Page } from '@playwright/test'
import { isAddress, stringToHex, verifyMessage } from 'viem'
import { connected, opened } from '../pages/connected.ts'
import { type Answer, dappOn } from '../pages/dapp.ts'
import { addBox, embedIn, endEmbed, holdsFrame } from '../pages/embedded.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { modalOn } from '../pages/modal.ts'
import { signInText } from '../pages/sign-in-text.ts'
import { skeletonOn } from '../pages/skeleton.ts'
import { serveStub } from '../pages/stub-frame.ts'
import { walletScreenOn } from '../pages/wallet-screen.ts'
import type { HostPage } from '../setup/pages.ts'
import { tabTo } from '../setup/tab-to.ts'
import { expect, test, withWallets } from '../test.ts'
import type { World } from '../world/world.ts'

test.use(withWallets({ name: 'Rabbit' }))

type Parts = { readonly host: HostPage; readonly world: World }

async function embedded({ host, world }: Parts, options: Parameters<typeof embedIn>[2] = {}) {
  const { page } = host
  await host.create()
  await addBox(page)
  await embedIn(page, 'box', options)
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  return { dapp: dappOn(page), modal }
}

test('connects and signs in a box, and shows the account there', { tag: '@gate' }, async ({
  parts,
  wallets: [rabbit],
  violations,
}) => {
  const { page, world } = parts
  await parts.host.create()
  await addBox(page, 'box', { width: 320 })
  await embedIn(page)
  const [dapp, modal] = [dappOn(page), await modalOn(page, world)]
  await modal.expectView('Connect Wallet')
  await expect(modal.close).toBeHidden()
  expect(await modal.frame.evaluate(() => [innerWidth, innerHeight])).toEqual([320, 600])
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
  expect(await dapp.address()).toBe(rabbit?.address)
  await modal.expectView('Account')
  expect(await holdsFrame(page)).toBe(true)
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', await dapp.address()])).toHaveProperty('result')
  expect(violations.all()).toEqual([])
})

test('takes no focus when it appears, and the keyboard walks into it and out again', async ({ host, page, world }) => {
  const { modal } = await embedded({ host, world })
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body')
  await tabTo(page, page.getByRole('button', { name: 'Before box' }))
  await tabTo(page, modal.button('Help'))
  await tabTo(page, modal.wallet('Rabbit'))
  await tabTo(page, page.getByRole('button', { name: 'After box' }))
  // Neither scrolling nor the rest of the page is blocked.
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
})

test('Escape goes one step back, and leaves the first view as it is', async ({ host, page, world }) => {
  const { modal } = await embedded({ host, world })
  await modal.button('Help').click()
  await modal.expectView('What is a wallet?')
  await page.keyboard.press('Escape')
  await modal.expectView('Connect Wallet')
  await page.keyboard.press('Escape')
  await modal.expectView('Connect Wallet')
  await modal.wallet('Rabbit').click()
  await modal.expectView('Account')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true })

  test('a phone’s keyboard covers a part of the box: the frame fills the rest while the user types there', async ({
    host,
    page,
    world,
  }) => {
    await host.create(world.embedded)
    await addBox(page, 'box', { width: 320, height: 560 })
    await embedIn(page)
    const modal = await modalOn(page, world)
    const email = modal.frame.getByRole('textbox', { name: 'Email' })
    const heightOf = () => modal.frame.evaluate(() => innerHeight)
    const see = (height: number) =>
      page.evaluate((seen) => {
        Object.defineProperty(visualViewport, 'height', { value: seen, configurable: true })
        visualViewport?.dispatchEvent(new Event('resize'))
      }, height)
    await email.click()
    const top = await page.evaluate(() => document.getElementById('box')?.getBoundingClientRect().top ?? 0)
    await see(340)
    await expect.poll(heightOf).toBe(Math.round(340 - Math.max(0, top)))
    await expect(email).toBeInViewport({ ratio: 1 })
    // The page’s own box has not changed, and the frame follows it when the page is scrolled.
    expect(await page.evaluate(() => document.getElementById('box')?.offsetHeight)).toBe(560)
    await page.evaluate(() => scrollBy(0, 40))
    await expect.poll(async () => (await modal.frame.locator('html').boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await see(640)
    await expect.poll(heightOf).toBe(560)
    // A keyboard of the page’s own fields is none of its business.
    await page.getByRole('button', { name: 'Before box' }).focus()
    await see(340)
    await expect.poll(heightOf).toBe(560)
  })
})

test('a frame that the dialog has shown moves into the box and back without a reload', async ({ parts }) => {
  const { host, page } = parts
  const { dapp, modal } = await connected(parts, 'Rabbit')
  await modal.frame.evaluate(() => Reflect.set(window, 'kept', true))
  await addBox(page)
  await embedIn(page)
  await modal.expectView('Account')
  expect(await holdsFrame(page)).toBe(true)
  await endEmbed(page)
  expect(await holdsFrame(page)).toBe(false)
  await dapp.expectClosed()
  await host.connect()
  await modal.close.click()
  await dapp.expectClosed()
  expect(await modal.frame.evaluate(() => Reflect.get(window, 'kept') === true)).toBe(true)
})

test('a browser without `moveBefore` loads the frame again and restores the connection', async ({ parts }) => {
  const { page, world } = parts
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'moveBefore'))
  await page.reload()
  const { dapp } = await connected(parts, 'Rabbit')
  await addBox(page)
  // A new frame begins with an empty document, which is not the modal yet.
  const modalLoads = () => page.waitForEvent('framenavigated', (frame) => frame.url().startsWith(world.origins.modal))
  const reloaded = modalLoads()
  await embedIn(page)
  await reloaded
  // A frame that is still being replaced may be found first.
  await expect(async () => (await modalOn(page, world)).expectView('Account')).toPass()
  const again = modalLoads()
  await endEmbed(page)
  await again
  await dapp.expectStatus('connected')
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', await dapp.address()])).toHaveProperty('result')
})

test('`open` shows its view in the box and resolves when that ends; the box returns to its own view', async ({
  parts,
}) => {
  const { host, page, world } = parts
  const { dapp, modal } = await embedded({ host, world })
  await page.evaluate(() => document.getElementById('box')?.style.setProperty('margin-top', '3000px'))
  const ended = dapp.open({ view: 'Networks' })
  await modal.expectView('Choose Network')
  await expect(modal.title).toBeInViewport()
  await expect(modal.title).toBeFocused()
  await dapp.call((airlock) => airlock.close())
  expect(await ended).toBe('host')
  await modal.expectView('Connect Wallet')
  const connecting = dapp.connect()
  await modal.wallet('Rabbit').click()
  expect(await connecting).toBe(await dapp.address())
  await modal.expectView('Account')
})

test('a frame that cannot start says so in the box, which has nothing of a dialog', async ({ host, page, world }) => {
  const restore = await serveStub(page, world, { greets: false })
  await host.create()
  await addBox(page, 'box', { width: 320, height: 480 })
  await embedIn(page)
  const skeleton = skeletonOn(page)
  await skeleton.expectReason('FRAME_REFUSED')
  expect(await skeleton.hasRole('status')).toBe(true)
  expect(await skeleton.hasRole('dialog')).toBe(false)
  await expect(skeleton.box('Close')).rejects.toThrow('no button')
  expect((await skeleton.box('Try again')).width).toBeLessThan(320)
  await restore()
  await skeleton.press('Try again')
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  expect(await skeleton.hasRole('dialog')).toBe(false)
  await modal.wallet('Rabbit').click()
  await modal.expectView('Account')
})

test('an embed waits until the dialog has closed', async ({ parts, page }) => {
  const { dapp, modal } = await opened(parts)
  await addBox(page)
  await embedIn(page)
  await modal.button('Help').click()
  expect(await holdsFrame(page)).toBe(false)
  await modal.close.click()
  await expect.poll(() => holdsFrame(page)).toBe(true)
  await modal.expectView('Connect Wallet')
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
})

test('the latest of two boxes has the frame, and the other one when it ends', async ({ host, page, world }) => {
  const { modal } = await embedded({ host, world })
  await addBox(page, 'second')
  await embedIn(page, 'second', { view: 'Networks' })
  await modal.expectView('Choose Network')
  expect([await holdsFrame(page), await holdsFrame(page, 'second')]).toEqual([false, true])
  await endEmbed(page, 'second')
  await modal.expectView('Connect Wallet')
  expect([await holdsFrame(page), await holdsFrame(page, 'second')]).toEqual([true, false])
})

test('a box that the page removes ends its embed: the dialog works, and the connection stays', async ({ parts }) => {
  const { host, page, world } = parts
  const { dapp, modal } = await embedded({ host, world })
  await modal.wallet('Rabbit').click()
  await modal.expectView('Account')
  const pending = dapp.open()
  await page.evaluate(() => document.getElementById('box')?.remove())
  expect(await pending).not.toBe('')
  await dapp.expectClosed()
  // The frame was removed with its box; a new one has to restore the connection first.
  await dapp.expectReady()
  await dapp.expectStatus('connected')
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', await dapp.address()])).toHaveProperty('result')
  await host.connect()
  const dialog = await modalOn(page, world)
  await dialog.expectView('Account')
  await dialog.close.click()
  await dapp.expectClosed()
})

test('a reloaded page restores its connection in the box', async ({ host, page, world }) => {
  const { modal } = await embedded({ host, world })
  await modal.wallet('Rabbit').click()
  await modal.expectView('Account')
  await page.reload()
  await host.create()
  await addBox(page)
  await embedIn(page)
  await (await modalOn(page, world)).expectView('Account')
  expect(await holdsFrame(page)).toBe(true)
})

test('destroying the instance empties the box, and the next instance can use it', async ({ host, page, world }) => {
  const { dapp } = await embedded({ host, world })
  await dapp.call((airlock) => airlock.destroy())
  expect(await holdsFrame(page)).toBe(false)
  await endEmbed(page)
  await host.create()
  await embedIn(page)
  await (await modalOn(page, world)).expectView('Connect Wallet')
})

test('a box outside of the page is refused by the event `error`', async ({ host, page }) => {
  await host.create()
  const code = await page.evaluate(() => {
    // as: set by our own test page.
    const airlock = Reflect.get(window, 'airlock') as import('@airlock/host-sdk').Airlock
    const told = new Promise((resolve) => airlock.on('error', ({ code }) => resolve(code)))
    airlock.embed(document.createElement('div'))
    return told
  })
  expect(code).toBe('INVALID_OPTIONS')
})

test('signs in by email in a box, and approves there, but not while the page covers or crops it', {
  tag: '@C105',
}, async ({ context, host, page, world, violations }) => {
  test.setTimeout(120_000)
  await host.create(world.embedded)
  await addBox(page, 'box', { width: 320, height: 640 })
  await embedIn(page)
  const [dapp, modal] = [dappOn(page), await modalOn(page, world)]
  await signInByMail(modal, mailboxOf(context, world, 'box'))
  await dapp.expectStatus('connected')
  await modal.expectView('Account')
  const account = (await dapp.address()) ?? ''
  if (!isAddress(account)) throw new Error(`Not an address: ${account}`)
  const message = signInText({ origin: new URL(page.url()).origin, address: account, chainId: world.chains[0].caip2 })

  await test.step('a sign-in to the page, by a press in the box, even if the box was scrolled away', async () => {
    await page.evaluate(() => document.getElementById('box')?.style.setProperty('margin-top', '3000px'))
    const signedIn = dapp.request('personal_sign', [stringToHex(message), account])
    const screen = await walletScreenOn(page, world)
    await modal.expectView('Approve Signature')
    await screen.approve('Sign in')
    expect(await verifyMessage({ address: account, message, signature: signatureOf(await signedIn) })).toBe(true)
    await modal.expectView('Account')
  })

  await test.step('anything else, in the wallet’s window', async () => {
    const signed = dapp.request('personal_sign', [stringToHex('hello'), account])
    const screen = await walletScreenOn(page, world)
    await expect(screen.text('hello')).toBeVisible()
    // What waits for the user stays in view.
    await dapp.call((airlock) => void airlock.open({ view: 'Networks' }).catch(() => {}))
    await modal.expectView('Approve Signature')
    await screen.approveInWindow('Sign')
    expect(await verifyMessage({ address: account, message: 'hello', signature: signatureOf(await signed) })).toBe(true)
    await modal.expectView('Account')
  })

  await test.step('nothing while the page covers the box, or crops it so that the site is not seen', async () => {
    const signedIn = dapp.request('personal_sign', [stringToHex(message), account])
    const screen = await walletScreenOn(page, world)
    const approve = screen.frame.getByRole('button', { name: 'Sign in' })
    const reason = screen.frame.getByRole('status')
    await expect(approve).not.toHaveAttribute('aria-disabled')
    for (const [trick, expected] of [
      ['cover', /^Something covers/],
      ['crop', /./],
    ] as const) {
      await spoil(page, trick)
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      await expect(reason).toHaveText(expected)
      await approve.click({ force: true })
      await spoil(page, undefined)
      await expect(approve).not.toHaveAttribute('aria-disabled')
    }
    await screen.approve('Sign in')
    expect(await signedIn).toHaveProperty('result')
  })

  await test.step('an embed that ends rejects what waits in it', async () => {
    const refused = dapp.request('personal_sign', [stringToHex(message), account])
    await modal.expectView('Approve Signature')
    await endEmbed(page)
    expect(await refused).toHaveProperty('code')
  })
  expect(violations.all()).toEqual([])
})

const signatureOf = (answer: Answer): `0x${string}` => String(Reflect.get(answer, 'result')) as `0x${string}` // as: verified

/** What a page can do to its own box; undone without a trick. */
const spoil = (page: Page, trick: 'cover' | 'crop' | undefined): Promise<void> =>
  page.evaluate((trick) => {
    document.getElementById('cover')?.remove()
    const box = document.getElementById('box')
    // The origin line, the title and the site are above what is left.
    Object.assign(box?.style ?? {}, { clipPath: trick === 'crop' ? 'inset(320px 0 0)' : '' })
    if (trick !== 'cover') return
    const cover = document.createElement('div')
    cover.id = 'cover'
    Object.assign(cover.style, { position: 'fixed', inset: '0', background: '#fffc', pointerEvents: 'none' })
    document.body.append(cover)
  }, trick)
