/**
 * The four ends that are attacked, each as it is built, with its far end in hostile hands. A session is new for every test; the
 * pages around it stay, because a page costs more than most tests.
 */
import type { Airlock } from '@airlock/host-sdk'
import { type Browser, expect, type Frame, type Page } from '@playwright/test'
import type { World } from '../world/world.ts'

export const ends = {
  /** Our SDK in a page, its frame hostile. */
  page: openPage,
  /** Our modal, its page hostile. */
  modal: openModal,
  /** The modal's end of the wallet link, the wallet hostile. */
  link: openLink,
  /** The wallet's end of the wallet link, the modal hostile. */
  wallet: openWallet,
} as const
export type End = keyof typeof ends
export const allEnds = Object.keys(ends) as readonly End[] // as: its own keys

export type Session = {
  /** The hostile document; its tools are `window.hostile`. */
  readonly hostile: Frame
  /** The document under attack. */
  readonly victim: Frame
  readonly page: Page
  /** Errors that nobody caught, in any document of the page. */
  readonly uncaught: readonly string[]
  /** What the hostile document has kept for the end. It may be gone before it can say that it has done it. */
  readonly end: () => Promise<void>
  /** The app port has been closed for this reason. */
  readonly expectClosed: (reason: string) => Promise<void>
  /** What the victim has counted, where it shows that. */
  readonly refusals: () => Promise<Readonly<Record<string, number>> | undefined>
}

export type Place = { readonly page: Page; readonly world: World; readonly uncaught: string[]; readonly mark: string }

/** Keeps one page per end; to be closed with the worker. */
export function createArena(browser: Browser, world: World) {
  const pages = new Map<End, { page: Page; uncaught: string[] }>()
  const pageOf = async (end: End) => {
    const known = pages.get(end)
    if (known) return known
    const made = watched(await (await browser.newContext()).newPage())
    pages.set(end, made)
    return made
  }
  return {
    enter: async (end: End): Promise<Session> => {
      const place = await pageOf(end)
      place.uncaught.length = 0
      return ends[end]({ ...place, world, mark: mark() })
    },
    close: async () => {
      await Promise.all([...pages.values()].map(({ page }) => page.context().close()))
    },
  }
}

/** A session on a page of the test's own: what it prepared there is there. */
export const enterOn = (page: Page, world: World, end: End): Promise<Session> =>
  ends[end]({ ...watched(page), world, mark: mark() })

function watched(page: Page): { page: Page; uncaught: string[] } {
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  return { page, uncaught }
}

let count = 0
const mark = () => `n=${++count}`

async function openPage({ page, world, uncaught, mark }: Place): Promise<Session> {
  if (!page.url().startsWith(world.origins.host)) await page.goto(`${world.origins.host}/`)
  const frameUrl = `${world.origins.modal}/fixtures/attack-frame.html?${mark}`
  const loaded = frameAt(page, mark)
  await page.evaluate(
    (options) => {
      // as: what our own test page put there.
      const previous = Reflect.get(window, 'airlock') as Airlock | undefined
      previous?.destroy()
      const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: object) => Airlock }
      const airlock = createAirlock({ ...(Reflect.get(window, 'demoConfig') as object), persist: 'memory', ...options })
      Reflect.set(window, 'airlock', airlock)
      airlock.prefetch()
    },
    { frameUrl },
  )
  const hostile = await loaded
  // Not `waitForFunction`: a frame that is not shown draws nothing, and that waits for frames to be drawn.
  await expect.poll(() => hostile.title()).toBe('Live')
  await hostile.evaluate(async () => void (await window.hostile.peer.asked('CONFIGURE')))
  const refusals = () => page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).diagnostics().refusals)
  return {
    hostile,
    victim: page.mainFrame(),
    page,
    uncaught,
    refusals,
    end: () => endOf(hostile),
    expectClosed: async (reason) => {
      await expect.poll(() => page.frames().length).toBe(1)
      expect(await refusals()).toHaveProperty(reason)
    },
  }
}

async function openModal({ page, world, uncaught, mark }: Place): Promise<Session> {
  return openChild({ page, world, uncaught, mark }, `${world.config.frameUrl}?${mark}`)
}

async function openWallet({ page, world, uncaught, mark }: Place): Promise<Session> {
  const session = await openChild(
    { page, world, uncaught, mark },
    `${world.origins.modal}/fixtures/wallet-link-wallet.html?${mark}`,
  )
  await expect.poll(() => session.victim.evaluate(() => 'walletEnd' in window)).toBe(true)
  return { ...session, refusals: () => session.victim.evaluate(() => window.walletEnd.refusals) }
}

async function openChild({ page, world, uncaught, mark }: Place, src: string): Promise<Session> {
  if (!page.url().startsWith(world.origins.host)) await page.goto(`${world.origins.host}/attack-host.html?csp=none`)
  const loaded = frameAt(page, mark)
  await page.evaluate((url) => window.hostile.enter(url), src)
  const hostile = page.mainFrame()
  return {
    hostile,
    victim: await loaded,
    page,
    uncaught,
    refusals: () => Promise.resolve(undefined),
    end: () => endOf(hostile),
    expectClosed: async (reason) => {
      expect(await hostile.evaluate(() => window.hostile.peer.until(() => window.hostile.peer.bye('app')))).toEqual({
        reason,
      })
    },
  }
}

async function openLink({ page, world, uncaught, mark }: Place): Promise<Session> {
  const frame = `${world.origins.modal}/fixtures/attack-frame.html?link=wallet&${mark}`
  const loaded = frameAt(page, mark)
  await page.goto(`${world.origins.host}/wallet-link-modal.html?frame=${encodeURIComponent(frame)}`)
  const hostile = await loaded
  await expect.poll(() => page.evaluate(() => 'modalEnd' in window)).toBe(true)
  return {
    hostile,
    victim: page.mainFrame(),
    page,
    uncaught,
    refusals: () => page.evaluate(() => window.modalEnd.refusals),
    end: () => endOf(hostile),
    expectClosed: async (reason) => {
      expect(await hostile.evaluate(() => window.hostile.peer.until(() => window.hostile.peer.bye('app')))).toEqual({
        reason,
      })
    },
  }
}

const endOf = (hostile: Frame): Promise<void> =>
  hostile
    .evaluate(() => window.hostile.end())
    .catch((error: unknown) => {
      if (!String(error).includes('was detached')) throw error
    })

/** The frame whose address ends with this mark, once it is there. */
export const frameAt = async (page: Page, mark: string): Promise<Frame> => {
  const isIt = (frame: Frame) => frame !== page.mainFrame() && frame.url().endsWith(mark)
  return page.frames().find(isIt) ?? (await page.waitForEvent('framenavigated', { predicate: isIt }))
}
