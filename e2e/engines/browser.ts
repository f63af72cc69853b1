/** One browser of any engine, as a test uses it: windows, the documents in them, and what a user does there. */
import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { type BrowserOptions, type EngineName, engines, type Running, temporaryFolder } from './engines.ts'
import { isMoving, lookUp, type Role, reveal, type WireQuery, type Words } from './in-page.ts'
import { createSession, type Place, type Sent, type Session } from './session.ts'
import { ElementReference, idOf, pollUntil, WebDriverError } from './webdriver.ts'

/** An element as a user names it; the first visible one that matches. */
export interface Query {
  readonly role?: Role
  readonly css?: string
  /** The accessible name: all of it, or a pattern in it. */
  readonly name?: string | RegExp
  readonly text?: string | RegExp
  readonly within?: Query
}

const Found = z.object({
  element: ElementReference,
  text: z.string(),
  value: z.string(),
  isEnabled: z.boolean(),
  isFocused: z.boolean(),
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
})
export type Found = z.infer<typeof Found>

/** Keys as WebDriver writes them; most have no character. */
const keyCodes = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  ArrowDown: '\uE015',
  V: 'v',
} as const
export type Key = keyof typeof keyCodes

/** Longer than anything that a user waits for. */
const waitMs = 20_000
/** A display that has not changed for so long is at rest. */
const stillMs = 400
/** A window that is not there by now was blocked. */
const openMs = 10_000

/** A document: that of a window, or of a frame in it. Every wait ends with what it waits for. */
export interface Doc {
  readonly place: Place
  /** The frame of this origin in the document, now or later. */
  readonly frame: (origin: string) => Doc
  readonly look: (query: Query) => Promise<Found | undefined>
  readonly see: (query: Query, isRight?: (found: Found) => boolean) => Promise<Found>
  readonly gone: (query: Query) => Promise<void>
  /**
   * Presses once, when it is enabled and rests at its place: a press of which nothing comes is not repeated.
   * @param restMs how long the pointer rests there before
   */
  readonly press: (query: Query, restMs?: number) => Promise<void>
  /** A finger on it moves down, rests, and is lifted. */
  readonly pull: (query: Query, by: number) => Promise<void>
  readonly fill: (query: Query, text: string) => Promise<void>
  /** Keys one after the other; those of a list are held together. They go to what has the focus. */
  readonly keys: (...keys: readonly (Key | readonly Key[])[]) => Promise<void>
  readonly run: <A extends readonly Sent[]>(work: (...args: A) => unknown, ...args: A) => Promise<unknown>
  readonly go: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  readonly back: () => Promise<void>
  readonly title: () => Promise<string>
  /** The name of the document for screen readers, as WebKit computes it. Other drivers have none for documents in frames. */
  readonly label: () => Promise<string>
  readonly resize: (width: number, height: number) => Promise<void>
  /** Hides the window, as another tab hides its opener on a phone. */
  readonly hide: () => Promise<void>
  readonly show: () => Promise<void>
  readonly close: () => Promise<void>
  /** Waits until the window has closed. */
  readonly closed: () => Promise<void>
}

export interface Browser {
  readonly engine: EngineName
  readonly firstPage: () => Promise<Doc>
  readonly newPage: () => Promise<Doc>
  /**
   * The window that opens after `act`.
   * @param meanwhile is called while there is none
   */
  readonly opened: (act: () => Promise<void>, meanwhile?: () => Promise<void>) => Promise<Doc>
  readonly addAuthenticator: (page: Doc) => Promise<void>
  readonly console: () => Promise<readonly string[]>
  /** Ends the browser and starts it again with what it has kept. */
  readonly restart: () => Promise<Doc>
  /** Writes what is on the display, once nothing moves there any more; WebDriver has no pictures of pop-ups in WebKit. */
  readonly picture: (file: string) => Promise<void>
  readonly end: () => Promise<void>
}

export async function startBrowser(engine: EngineName, display: string, options: BrowserOptions): Promise<Browser> {
  const profile = temporaryFolder(engine)
  let running: Running
  const launch = () => engines[engine].start(profile.path, display, options)
  const start = async () => {
    // Sometimes a driver never hears of the browser that it has started.
    running = await launch().catch(launch)
    session.forget()
  }
  const session = createSession(engine, (...command) => running.connection.call(...command))
  const squeeze = (width: number, height: number) => running.squeeze?.(width, height)
  const docIn = (window: string) => documentAt(session, { window, frames: [] }, squeeze)
  const firstPage = async () => {
    const page = docIn((await session.windows())[0] ?? '')
    if (options.size) await page.resize(...options.size)
    return page
  }
  const end = async () => {
    await running.end()
    profile.remove()
  }
  await start()
  return {
    engine,
    firstPage,
    newPage: async () => {
      const Made = z.object({ handle: z.string() })
      return docIn(Made.parse(await session.call('newWindow', { type: 'tab' })).handle)
    },
    opened: async (act, meanwhile) => {
      const before = await session.windows()
      await act()
      const find = async () => {
        const window = (await session.windows()).find((handle) => !before.includes(handle))
        if (window === undefined) await meanwhile?.()
        return window
      }
      return docIn(await pollUntil('a new window', find, openMs))
    },
    addAuthenticator: async ({ place }) => void (await session.at(place, 'addAuthenticator', authenticator)),
    console: () => running.console(),
    restart: async () => {
      await running.end()
      await start()
      return firstPage()
    },
    picture: (file) => pictureOf(display, file),
    end,
  }
}

async function pictureOf(display: string, file: string): Promise<void> {
  const take = (target: string) =>
    spawnSync('import', ['-display', display, '-window', 'root', target], { timeout: 10_000, maxBuffer: 2 ** 24 })
  let last = take('ppm:-').stdout
  const isStill = async () => {
    await setTimeout(stillMs)
    const before = last
    last = take('ppm:-').stdout
    return before.equals(last)
  }
  // What never rests, like a countdown, is taken as it is.
  await pollUntil('a display at rest', isStill, 5_000).catch(() => undefined)
  take(file)
}

/** A platform authenticator with a verified user. */
const authenticator = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  isUserConsenting: true,
  extensions: ['prf'],
}

type Squeeze = (width: number, height: number) => Promise<void> | undefined

function documentAt(session: Session, place: Place, squeeze: Squeeze): Doc {
  const describe = (query: Query) => `${written(query)} in ${place.frames.at(-1) ?? 'the page'}`
  const command = async (...args: Parameters<Session['at']> extends [Place, ...infer Rest] ? Rest : never) =>
    void (await session.at(place, ...args))

  const look = async (query: Query) =>
    Found.nullable().parse(await session.run(place, lookUp, toWire(query))) ?? undefined

  const see: Doc['see'] = (query, isRight = () => true) => {
    let last: Found | undefined
    const find = async () => {
      last = await look(query)
      return last && isRight(last) ? last : undefined
    }
    return pollUntil(describe(query), find, waitMs, () => last?.text)
  }

  /** Enabled, and where it was at the last look. */
  const steady = (query: Query) => {
    let last = ''
    return see(query, ({ box, isEnabled }) => {
      const before = last
      last = JSON.stringify(box)
      return isEnabled && before === last
    })
  }

  /** Its frame may still move while nothing moves inside. */
  const outer = place.frames.length > 0 ? { ...place, frames: place.frames.slice(0, -1) } : undefined
  const press: Doc['press'] = (query, restMs = 0) =>
    pollUntil(
      `a press on ${describe(query)}`,
      async () => {
        if (outer && (await session.run(outer, isMoving)) === true) return undefined
        await session.run(place, reveal, (await see(query)).element)
        const { element } = await steady(query)
        try {
          await (restMs > 0 ? command('actions', restAndPress(element, restMs)) : command('click', {}, idOf(element)))
        } catch (error) {
          // The press has closed the document.
          if (error instanceof WebDriverError && /^no such (?:window|frame)$/.test(error.code)) return true
          throw error
        }
        return true
      },
      waitMs,
    ).then(() => undefined)

  return {
    place,
    frame: (origin) => documentAt(session, { ...place, frames: [...place.frames, origin] }, squeeze),
    look,
    see,
    gone: async (query) => {
      await pollUntil(`no ${describe(query)}`, async () => ((await look(query)) ? undefined : true), waitMs)
    },
    press,
    pull: async (query, by) => command('actions', pullDown((await steady(query)).element, by)),
    fill: async (query, text) => {
      await press(query)
      const { element, value } = await see(query)
      if (value !== '') await command('clear', {}, idOf(element))
      await command('type', { text }, idOf(element))
    },
    keys: (...keys) => {
      const actions = keys.flatMap((key) => {
        const held = (typeof key === 'string' ? [key] : key).map((name) => keyCodes[name])
        const [down, up] = [held, held.toReversed()]
        return [...down.map((value) => ({ type: 'keyDown', value })), ...up.map((value) => ({ type: 'keyUp', value }))]
      })
      return command('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    run: (work, ...args) => session.run(place, work, ...args),
    go: (url) => command('navigate', { url }),
    reload: () => command('reload'),
    back: () => command('back'),
    label: async () => {
      const root = ElementReference.parse(await session.run(place, () => document.documentElement))
      return z.string().parse(await session.at(place, 'label', {}, idOf(root)))
    },
    title: async () => z.string().parse(await session.at(place, 'title')),
    resize: async (width, height) => {
      const size = async () => z.tuple([z.number(), z.number()]).parse(await session.run(place, viewport))
      await (squeeze(width, height) ?? command('setRect', { width, height }))
      await pollUntil('the size of the window', async () => String(await size()) === `${width},${height}`, waitMs)
    },
    hide: () => command('minimize'),
    show: () => command('setRect', { x: 0, y: 0 }),
    close: () => command('closeWindow'),
    closed: async () => {
      const isClosed = async () => !(await session.windows()).includes(place.window)
      await pollUntil('the end of a window', isClosed, waitMs)
    },
  }
}

const viewport = () => [innerWidth, innerHeight]

const restAndPress = (element: ElementReference, restMs: number) => ({
  actions: [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', duration: 0, origin: element, x: 1, y: 1 },
        { type: 'pointerMove', duration: 0, origin: element, x: 0, y: 0 },
        { type: 'pause', duration: restMs },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
})

const pullSteps = 10

const pullDown = (element: ElementReference, by: number) => ({
  actions: [
    {
      type: 'pointer',
      id: 'finger',
      parameters: { pointerType: 'touch' },
      actions: [
        { type: 'pointerMove', duration: 0, origin: element, x: 0, y: 0 },
        { type: 'pointerDown', button: 0 },
        ...Array.from({ length: pullSteps }, () => ({
          type: 'pointerMove',
          duration: 30,
          origin: 'pointer',
          x: 0,
          y: Math.round(by / pullSteps),
        })),
        { type: 'pause', duration: 200 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
})

const written = ({ role, css, name, text }: Query): string =>
  [role ?? css, name ?? text].filter((part) => part !== undefined).join(' ')

const toWords = (words: string | RegExp): Words =>
  typeof words === 'string' ? words : { source: words.source, flags: words.flags }

function toWire({ name, text, within, ...query }: Query): WireQuery {
  return {
    ...query,
    ...(name !== undefined && { name: toWords(name) }),
    ...(text !== undefined && { text: toWords(text) }),
    ...(within && { within: toWire(within) }),
  }
}
