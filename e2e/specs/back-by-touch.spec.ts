/** On a phone, real touches on Back while a view comes and after it: the modal goes back, and never closes instead. */
import type { Page } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import type { Modal } from '../pages/modal.ts'
import { openWith, serveWeb, universal } from '../pages/phone-wallets.ts'
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
