/** What is drawn while views change, frame by frame: an old view only fades, and the modal opens on nothing but its view. */
import type { Frame, Locator } from '@playwright/test'
import { connected, opened } from '../pages/connected.ts'
import { connectedDemo } from '../pages/connected-demo.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { animationsEnd } from '../screenshots/steady.ts'
import { expect, modalFrame, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

/** One view in one drawn frame. */
interface Drawn {
  readonly text: string
  /** With that of the whole modal. */
  readonly opacity: number
  readonly isLeaving: boolean
  /** Height of the card. */
  readonly card: number
  /** The height of the card moves. */
  readonly isResizing: boolean
}

/** Records the views and titles of each frame that the browser draws. */
async function record(frame: Frame) {
  await frame.evaluate(() => {
    const frames: Drawn[][] = []
    Reflect.set(window, 'drawn', frames)
    const opacity = (element: Element) => Number(getComputedStyle(element).opacity)
    const look = () => {
      if (Reflect.get(window, 'drawn') !== frames) return
      const views = [...document.querySelectorAll('main [data-shown], main [data-leaving], main h1, main h1 + span')]
      const main = document.querySelector('main')
      const [card, isResizing] = [main?.offsetHeight ?? 0, document.querySelector('[data-resizing]') !== null]
      frames.push(
        views.map((view) => {
          let seen = 1
          for (let at: Element | null = view; at; at = at.parentElement) seen *= opacity(at)
          return {
            text: view.textContent,
            opacity: seen,
            isLeaving: view.matches('[data-leaving], span'),
            card,
            isResizing,
          }
        }),
      )
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return {
    /** When the modal has faded in. */
    async end() {
      await animationsEnd(frame)
      return frame.evaluate(async () => {
        for (let frames = 0; frames < 2; frames += 1) await new Promise((next) => requestAnimationFrame(next))
        const frames = Reflect.get(window, 'drawn') as Drawn[][] // as: set above
        Reflect.set(window, 'drawn', undefined)
        return frames
      })
    },
  }
}
const visible = (frames: readonly (readonly Drawn[])[]) => frames.flat().filter(({ opacity }) => opacity > 0)

test('a view that is left fades, and is not drawn again', { tag: '@gate' }, async ({ parts, host }) => {
  const { modal } = await connected(parts, 'Rabbit')
  await host.connect()
  await modal.expectView('Account')
  const recording = await record(modal.frame)
  await modal.button('Settings').click()
  await modal.expectView('Settings')
  await modal.back.click()
  await expect(modal.button('Disconnect')).toBeVisible()
  await expect(modal.frame.locator('[data-leaving]')).toHaveCount(0)
  const frames = await recording.end()
  const fades = frames.map((views) => views.find(({ isLeaving }) => isLeaving)?.opacity)
  expect(fades.filter((opacity) => opacity !== undefined).length).toBeGreaterThan(2)
  const rises = fades.filter((opacity, at) => {
    const before = fades[at - 1]
    return opacity !== undefined && before !== undefined && opacity > before + 0.001 && before < 0.9
  })
  expect(rises).toEqual([])
})

test('views have no address of their own, and the history of the page does not grow', async ({ parts, host, page }) => {
  const { modal } = await connected(parts, 'Rabbit')
  await host.connect()
  await modal.expectView('Account')
  const places = async () => [page.url(), modal.frame.url(), await page.evaluate(() => history.length)]
  const before = await places()
  await modal.button('Settings').click()
  await modal.expectView('Settings')
  expect(await places()).toEqual(before)
  await modal.back.click()
  await modal.expectView('Account')
  expect(await places()).toEqual(before)
})

test('a form comes with its fields and in its height, and no frame before it is empty', async ({ parts, host }) => {
  const { modal } = await connected(parts, 'Rabbit')
  await host.connect()
  await expect(modal.button('Send')).toBeVisible()
  // Both are as high as the card can be.
  const heights = modal.frame.locator('main')
  const before = await heights.evaluate((card: HTMLElement) => card.offsetHeight)
  const recording = await record(modal.frame)
  await modal.button('Send').click()
  await expect(modal.frame.getByRole('textbox', { name: 'To' })).toBeVisible()
  const frames = await recording.end()
  const drawn = frames.flat().filter(({ isLeaving }) => !isLeaving)
  expect(drawn.some(({ text }) => text.includes('Add Amount'))).toBe(true)
  expect(drawn.filter(({ text }) => text === '')).toEqual([])
  const after = await heights.evaluate((card: HTMLElement) => card.offsetHeight)
  expect(Math.min(...drawn.map(({ card }) => card))).toBeGreaterThanOrEqual(Math.min(before, after) - 2)
})

test('the modal opens on its view, and on nothing that it showed before', async ({ parts, host }) => {
  const { dapp, modal } = await opened(parts)
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  const opensOn = async (shown: Locator) => {
    const recording = await record(modal.frame)
    await host.connect()
    await expect(shown).toBeVisible()
    return visible(await recording.end())
  }
  const account = await opensOn(modal.button('Disconnect'))
  expect(account.length).toBeGreaterThan(0)
  expect(account.filter(({ text }) => /Continue in|Connect Wallet/.test(text)).map(({ text }) => text)).toEqual([])

  await modal.button('Disconnect').click()
  await dapp.expectStatus('disconnected')
  await dapp.expectClosed()
  const connect = await opensOn(modal.wallet('Rabbit'))
  expect(connect.length).toBeGreaterThan(0)
  expect(connect.filter(({ text }) => /Disconnect|Account/.test(text)).map(({ text }) => text)).toEqual([])
})

test('the modal opens in the height of its view, whatever was shown before', async ({ page, world }) => {
  const { openAccount } = await connectedDemo(page, world)
  const recording = await record(await modalFrame(page, world))
  const modal = await openAccount()
  await expect(modal.button('Send')).toBeVisible()
  const [first] = visible(await recording.end())
  expect(first).toMatchObject({ isResizing: false })
})

test('a view fades out as it was: a connection that is made, and an account that is left', async ({ parts, host }) => {
  const { dapp, modal } = await opened(parts)
  const connecting = await record(modal.frame)
  await modal.wallet('Rabbit').click()
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  await host.connect()
  await expect(modal.button('Disconnect')).toBeVisible()
  const made = visible(await connecting.end()).map(({ text }) => text)
  expect(made).toContainEqual(expect.stringContaining('Connected to Rabbit'))
  const since = made.findIndex((text) => text.includes('Connected to Rabbit'))
  expect(made.slice(since).filter((text) => text.includes('Continue in Rabbit'))).toEqual([])

  await expect(modal.button('Send')).toBeVisible()
  const leaving = await record(modal.frame)
  await modal.button('Disconnect').click()
  await dapp.expectStatus('disconnected')
  await dapp.expectClosed()
  await host.connect()
  await expect(modal.wallet('Rabbit')).toBeVisible()
  const left = visible(await leaving.end()).map(({ text }) => text)
  const account = left.filter((text) => text.includes('Disconnecting'))
  expect(account.length).toBeGreaterThan(0)
  expect(account.filter((text) => !text.includes('Send'))).toEqual([])
})

test('the title of a login stays to the end', async ({ parts, context, host, world }) => {
  const { dapp, modal } = await opened(parts, world.embedded)
  const recording = await record(modal.frame)
  await signInByMail(modal, mailboxOf(context, world, 'title'))
  await dapp.expectStatus('connected')
  await dapp.expectClosed()
  await host.connect()
  await modal.expectView('Account')
  const titles = visible(await recording.end()).map(({ text }) => text)
  expect(titles).toContain('Your Wallet')
  expect(titles.slice(titles.lastIndexOf('Your Wallet'))).not.toContain('Confirm Email')
})
