/**
 * Real touches on a phone. On Back, while a view comes and after it: the modal goes back, and never closes instead. On the header: the sheet
 * follows the finger down, and closes as by its close button.
 */
import type { Page } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import type { Modal } from '../pages/modal.ts'
import { openWith, serveWeb, universal } from '../pages/phone-wallets.ts'
import { asked } from '../pages/sign-in.ts'
import { animationsEnd } from '../screenshots/steady.ts'
import { phones } from '../setup/phone.ts'
import { expect, test } from '../test.ts'

test.use({
  viewport: { width: 360, height: 640 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  userAgent: phones.Pixel.userAgent,
  // The views move.
  contextOptions: { reducedMotion: 'no-preference' },
})

/** Milliseconds from the first frame that has Back to the touch: while the card moves, and afterwards. */
const moments = { during: [30, 90, 150], after: [400, 800] } as const

/** Touches as the browser gets them from a screen; the runner's own taps wait until nothing moves. */
async function touchesOf(page: Page, { frame }: Modal) {
  const devtools = await page.context().newCDPSession(page)
  return {
    touch: async (place: { x: number; y: number }) => {
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
    /** The middle of Back at that moment. The frame covers the page, so its positions are those of the screen. */
    backAfter: (ms: number) =>
      frame.evaluate(
        (wait) =>
          new Promise<{ x: number; y: number }>((resolve) => {
            const look = () => {
              const back = document.querySelector('header button[aria-label="Back"]')
              if (!back) return void requestAnimationFrame(look)
              setTimeout(() => {
                const { x, y, width, height } = back.getBoundingClientRect()
                resolve({ x: x + width / 2, y: y + height / 2 })
              }, wait)
            }
            look()
          }),
        ms,
      ),
    /** After every movement has ended. */
    async isStillOpen() {
      await animationsEnd(frame)
      return frame.evaluate(() => document.querySelector('[data-open]') !== null)
    },
  }
}

/** @param before the view that Back leads to, where `enter` begins */
async function goBackAtEveryMoment(page: Page, modal: Modal, before: string, enter: () => Promise<void>) {
  const { touch, backAfter, isStillOpen } = await touchesOf(page, modal)
  for (const moment of [...moments.during, ...moments.after])
    await test.step(`${moment} ms after Back has appeared`, async () => {
      await modal.expectView(before)
      await enter()
      await touch(await backAfter(moment))
      expect(await isStillOpen()).toBe(true)
      // A card that moves may have left the finger behind.
      const isLate = moments.after.some((late) => late === moment)
      if (!isLate && (await modal.title.textContent()) !== before) await touch(await backAfter(0))
      await modal.expectView(before)
      expect(await isStillOpen()).toBe(true)
    })
}

test.describe('Back from the view of a wallet', () => {
  test.use({ walletOptions: [{ name: 'Rabbit', behaviour: 'hanging' }] })

  test('works at every moment, while the wallet does not answer', async ({ parts, page }) => {
    const { modal } = await opened(parts)
    await goBackAtEveryMoment(page, modal, 'Connect Wallet', async () => {
      await modal.wallet('Rabbit').tap()
    })
  })
})

test('Back from the list of all wallets works at every moment', async ({ parts, page, world }) => {
  const { modal } = await opened(parts, world.showcase)
  await goBackAtEveryMoment(page, modal, 'Connect Wallet', async () => {
    await modal.frame.getByRole('button', { name: /^All Wallets/ }).tap()
  })
})

test('Back is touched twice over the button that takes its place: the second touch does nothing', async ({ parts }) => {
  const { page, world } = parts
  const { modal } = await opened(parts, world.showcase)
  const { touch, backAfter, isStillOpen } = await touchesOf(page, modal)
  const learn = modal.frame.getByRole('button', { name: 'Help' })
  await modal.frame.getByRole('button', { name: /^All Wallets/ }).tap()
  const place = await backAfter(800)
  await touch(place)
  await touch(place)
  await modal.expectView('Connect Wallet')
  await expect(learn).toBeVisible()
  expect(await isStillOpen()).toBe(true)
  await modal.expectView('Connect Wallet')
  // A touch of the view that is seen counts.
  await modal.frame.getByRole('button', { name: 'Get started' }).tap()
  await modal.expectView('What is a wallet?')
})

test('Back is touched twice from a high card: the second touch is beside the lower one, and does nothing', async ({
  parts,
  page,
}) => {
  const { modal } = await opened(parts)
  const { touch, backAfter, isStillOpen } = await touchesOf(page, modal)
  const untilBeside = ({ x, y }: { x: number; y: number }) =>
    modal.frame.waitForFunction(([left, top]) => document.elementFromPoint(left, top)?.closest('main') === null, [
      x,
      y,
    ] as const)
  await modal.frame.getByRole('button', { name: 'Help' }).tap()
  const place = await backAfter(800)
  await touch(place)
  await untilBeside(place)
  await touch(place)
  expect(await isStillOpen()).toBe(true)
  await modal.expectView('Connect Wallet')
  // Later, the same touch closes it.
  await expect
    .poll(async () => {
      await touch(place)
      return isStillOpen()
    })
    .toBe(false)
})

test('Back from the code works at every moment', async ({ parts, page, world }) => {
  const { modal } = await opened(parts, world.showcase)
  await modal.frame.getByRole('button', { name: /^All Wallets/ }).tap()
  await goBackAtEveryMoment(page, modal, 'All Wallets', async () => {
    await modal.button('QR code').tap()
    await modal.expectView('WalletConnect')
  })
})

test('Back works once the user has returned from a wallet’s page', async ({ parts, context, page }) => {
  await serveWeb(context)
  const { modal, row } = await openWith(parts, universal)
  await expect(row).toHaveAttribute('href', /^https:/)
  const { touch, backAfter, isStillOpen } = await touchesOf(page, modal)
  const coming = context.waitForEvent('page')
  await row.tap()
  await coming
  await page.bringToFront()
  await touch(await backAfter(400))
  await modal.expectView('Connect Wallet')
  expect(await isStillOpen()).toBe(true)
})

/** A finger that moves, and the place of the sheet. */
async function fingerOn(page: Page, { frame }: Modal) {
  const devtools = await page.context().newCDPSession(page)
  // The events say when they were, so nothing has to wait. Those before the document began would all be at its beginning.
  let seconds = 0
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    afterMs: number,
    ...touchPoints: { x: number; y: number }[]
  ) => {
    seconds = Math.max(seconds + afterMs / 1000, type === 'touchStart' ? Date.now() / 1000 : 0)
    return devtools.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: seconds })
  }
  const middleOf = async (name: string) => {
    const box = await frame.locator(name).first().boundingBox()
    if (!box) throw new Error(`There is no ${name}`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const topOf = () => frame.locator('main').evaluate((card) => card.getBoundingClientRect().top)
  return {
    send,
    middleOf,
    topOf,
    /** In steps, as a finger that takes this long. It stays down. */
    async drag(from: { x: number; y: number }, by: { x?: number; y: number }, { steps = 10, ms = 400 } = {}) {
      await send('touchStart', 500, from)
      for (let step = 1; step <= steps; step++) {
        await send('touchMove', ms / steps, {
          x: from.x + ((by.x ?? 0) * step) / steps,
          y: from.y + (by.y * step) / steps,
        })
      }
    },
    /** It rests before it leaves the screen, so that it throws nothing. */
    release: () => send('touchEnd', 150),
    async isStillOpen() {
      await animationsEnd(frame)
      return frame.evaluate(() => document.querySelector('[data-open]') !== null)
    },
    /** The code for fingers is loaded after the first view. */
    ready: () =>
      frame.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /touch-/.test(name))),
  }
}

test.describe('The sheet, pulled by its header,', () => {
  test.use({ walletOptions: [{ name: 'Fox' }] })

  test('follows the finger, springs back from a short way, and closes from a long one', async ({ parts, page }) => {
    const { dapp, modal } = await opened(parts)
    const { drag, release, topOf, middleOf, isStillOpen, ready } = await fingerOn(page, modal)
    await ready()
    await animationsEnd(modal.frame)
    const rest = await topOf()
    const title = await middleOf('header h1')
    await drag(title, { y: 60 })
    expect(await topOf()).toBeCloseTo(rest + 52, 0)
    await release()
    expect(await isStillOpen()).toBe(true)
    expect(await topOf()).toBe(rest)
    await drag(title, { y: 330 })
    await release()
    await dapp.expectClosed()
    // The next opening has the sheet at its place.
    await parts.host.connect()
    await animationsEnd(modal.frame)
    await expect.poll(topOf).toBe(rest)
  })

  test('closes when it is thrown, and says that the user did it', async ({ parts, page }) => {
    const { dapp, modal } = await opened(parts)
    const { drag, send, middleOf, ready } = await fingerOn(page, modal)
    await ready()
    await animationsEnd(modal.frame)
    const ended = dapp.call(
      (airlock) => new Promise<string>((resolve) => void airlock.on('close', ({ reason }) => resolve(reason))),
    )
    await drag(await middleOf('header h1'), { y: 90 }, { steps: 5, ms: 60 })
    await send('touchEnd', 10)
    expect(await ended).toBe('user')
  })

  test('stays after a touch that the system takes away, one that goes sideways or up, and one on the content', async ({
    parts,
    page,
  }) => {
    const { modal } = await opened(parts)
    const { drag, send, release, topOf, middleOf, isStillOpen, ready } = await fingerOn(page, modal)
    await ready()
    await animationsEnd(modal.frame)
    const rest = await topOf()
    const title = await middleOf('header h1')
    await drag(title, { y: 330 })
    await send('touchCancel', 10)
    expect(await isStillOpen()).toBe(true)
    for (const [from, by] of [
      [title, { x: 100, y: 5 }],
      [title, { y: -200 }],
      [await middleOf('main > div'), { y: 330 }],
    ] as const) {
      await drag(from, by)
      expect(await topOf()).toBe(rest)
      await release()
      expect(await isStillOpen()).toBe(true)
    }
    await modal.expectView('Connect Wallet')
  })

  test('presses no button that the finger began on', async ({ parts, page }) => {
    const { modal } = await opened(parts)
    const { drag, release, middleOf, isStillOpen, ready } = await fingerOn(page, modal)
    await ready()
    await animationsEnd(modal.frame)
    for (const button of ['header button >> nth=0', 'header button >> nth=-1']) {
      await drag(await middleOf(button), { y: 40 })
      await release()
      expect(await isStillOpen()).toBe(true)
      await modal.expectView('Connect Wallet')
    }
  })

  test('moves with less motion only under the finger', async ({ parts, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { dapp, modal } = await opened(parts)
    const { drag, release, send, topOf, middleOf, ready } = await fingerOn(page, modal)
    await ready()
    await animationsEnd(modal.frame)
    const rest = await topOf()
    const title = await middleOf('header h1')
    await drag(title, { y: 60 })
    await release()
    expect(await topOf()).toBe(rest)
    await drag(title, { y: 330 })
    await send('touchEnd', 10)
    await dapp.expectClosed()
  })

  test('scrolls nothing behind it, wherever the finger is', async ({ parts, page }) => {
    await page.evaluate(() => document.body.style.setProperty('padding-block-end', '3000px'))
    const { modal } = await opened(parts, { lockScroll: false })
    const { drag, release, middleOf, isStillOpen } = await fingerOn(page, modal)
    await animationsEnd(modal.frame)
    for (const from of [await middleOf('header h1'), await middleOf('main > div'), { x: 180, y: 20 }]) {
      await drag(from, { y: -200 })
      await release()
      expect(await page.evaluate(() => scrollY)).toBe(0)
    }
    expect(await isStillOpen()).toBe(true)
  })
})

test.describe('A sheet that must stay', () => {
  test.use({ walletOptions: [{ name: 'Fox' }] })

  test('comes back from any pull, and says why', async ({ parts, page }) => {
    const { modal } = await asked(parts)
    const { drag, release, topOf, middleOf, isStillOpen, ready } = await fingerOn(page, modal)
    await ready()
    await animationsEnd(modal.frame)
    const rest = await topOf()
    await drag(await middleOf('header h1'), { y: 330 })
    await release()
    expect(await isStillOpen()).toBe(true)
    expect(await topOf()).toBe(rest)
    await modal.expectView('Sign In')
    await expect(modal.frame.getByText('Sign in or cancel to continue')).toBeAttached()
  })
})
