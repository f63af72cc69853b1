/**
 * The ends under attack, as they are built, each with a hostile peer. A session is new for every test; the pages around
 * it are reused, because opening a page takes longer than most tests.
 */
import type { Airlock } from '@airlock/host-sdk'
import { type Browser, expect, type Frame, type Page } from '@playwright/test'
import { countRefusals, walletAddress } from '../pages/wallet-document.ts'
import { frameOn } from '../setup/frames.ts'
import type { World } from '../world/world.ts'

export const ends = {
  /** Our SDK in a page, with a hostile frame. */
  page: openPage,
  /** Our modal, in a hostile page. */
  modal: openModal,
  /** The modal's end of the wallet link as the modal uses it, with a hostile wallet. */
  'modal of the wallet': openWalletModal,
  /** Our wallet in a hostile modal, in a listed host. */
  'wallet frame': openWalletFrame,
  /** The modal's end of the wallet link on the bare channel, for tests of the channel itself. */
  link: openLink,
  /** The wallet's end of the wallet link on the bare channel. */
  wallet: openWallet,
} as const
export type End = keyof typeof ends
/** Both ends of both links as they are shipped. */
export const shippedEnds = ['page', 'modal', 'modal of the wallet', 'wallet frame'] as const satisfies readonly End[]

export type Session = {
  /** The hostile document; its tools are in `window.hostile`. */
  readonly hostile: Frame
  /** The document under attack. */
  readonly victim: Frame
  readonly page: Page
  /** Uncaught errors in any document of the page. */
  readonly uncaught: readonly string[]
  /**
   * Runs what the hostile document has deferred with `afterwards`. The document may be removed before it can report
   * that it is done.
   */
  readonly end: () => Promise<void>
  /** Waits until the app port was closed for this reason. */
  readonly expectClosed: (reason: string) => Promise<void>
  /** The refusals that the victim has counted, if it exposes them. */
  readonly refusals: () => Promise<Readonly<Record<string, number>> | undefined>
}

export type Place = { readonly page: Page; readonly world: World; readonly uncaught: string[]; readonly mark: string }

/** Keeps one page per end; close it with the worker. */
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

/** Opens a session on the test's own page, which the test may have prepared. */
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
      // as: set by our own test page.
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
  // Not `waitForFunction`: it waits for animation frames, which a hidden frame does not get.
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

async function openWalletFrame({ page, world, uncaught, mark }: Place): Promise<Session> {
  const hostile = await hostileModal(page, world)
  const loaded = frameAt(page, mark)
  const log = logOf(page)
  log.length = 0
  await hostile.evaluate((url) => window.hostile.enter(url), `${walletAddress(world, { isLogging: true })}#${mark}`)
  const victim = await loaded
  const session = childSession({ page, uncaught, hostile, victim })
  return {
    ...session,
    async refusals() {
      await victim.evaluate(() => {}) // by then everything logged before has arrived
      // The last strike is logged twice: with its own reason and as PROTOCOL_VIOLATION. A trail counts only the second.
      return countRefusals(log.filter((_, index) => !log[index + 1]?.includes(': PROTOCOL_VIOLATION, ')))
    },
  }
}

const logs = new WeakMap<Page, string[]>()

/** The console output of all documents of the page. */
function logOf(page: Page): string[] {
  const known = logs.get(page)
  if (known) return known
  const log: string[] = []
  logs.set(page, log)
  page.on('console', (message) => log.push(message.text()))
  return log
}

/** A hostile document of the modal's origin, with the modal's headers and in its place: inside a listed host. */
export async function hostileModal(page: Page, world: World): Promise<Frame> {
  const query = new URLSearchParams({ csp: 'none', frameOrigin: world.origins.modal, frame: 'attack-host.html' })
  const address = `${world.origins.host}/hostile-host.html?${query}`
  if (page.url() !== address) await page.goto(address)
  const modal = await frameOn(page, world.origins.modal)
  await expect.poll(() => modal.evaluate(() => 'hostile' in window)).toBe(true)
  return modal
}

async function openWalletModal({ page, world, uncaught, mark }: Place): Promise<Session> {
  const wallet = `/fixtures/attack-frame.html?link=wallet&${mark}`
  const frame = `nested-modal.html?quiet&wallet=${encodeURIComponent(wallet)}`
  const src = `${world.origins.modal}/fixtures/${frame}`
  const host = `${world.origins.host}/hostile-host.html`
  if (page.url().startsWith(host))
    await page.evaluate((next) => document.querySelector('iframe')?.setAttribute('src', next), src)
  else await page.goto(`${host}?${new URLSearchParams({ csp: 'none', frameOrigin: world.origins.modal, frame })}`)
  const victim = await frameOn(page, world.origins.modal)
  const isHere = () => victim.evaluate((next) => location.href === next && 'nested' in window, src)
  await expect.poll(() => isHere().catch(() => false)).toBe(true)
  const loaded = frameAt(page, mark)
  await victim.evaluate(() => void window.nested.session())
  const hostile = await loaded
  await expect.poll(() => hostile.title()).toBe('Live')
  return {
    hostile,
    victim,
    page,
    uncaught,
    refusals: () => Promise.resolve(undefined),
    end: () => endOf(hostile),
    // When the link closes, for any reason, the wallet's frame is removed before it could report the reason.
    expectClosed: () => expect.poll(() => hostile.isDetached()).toBe(true),
  }
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
  return childSession({ page, uncaught, hostile: page.mainFrame(), victim: await loaded })
}

function childSession({ hostile, ...rest }: Pick<Session, 'page' | 'uncaught' | 'hostile' | 'victim'>): Session {
  return {
    hostile,
    ...rest,
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

/** The frame whose URL ends with this mark; waits until it exists. */
export const frameAt = async (page: Page, mark: string): Promise<Frame> => {
  const isIt = (frame: Frame) => frame !== page.mainFrame() && frame.url().endsWith(mark)
  return page.frames().find(isIt) ?? (await page.waitForEvent('framenavigated', { predicate: isIt }))
}
