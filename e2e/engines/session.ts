/** Which document of a browser the WebDriver commands are about. */
import * as z from 'zod'
import type { EngineName } from './engines.ts'
import { framesOn, shadowHosts } from './in-page.ts'
import {
  type Command,
  type Connection,
  ElementReference,
  idOf,
  ShadowReference,
  shadowIdOf,
  WebDriverError,
} from './webdriver.ts'

export interface Place {
  /** The handle of the window. */
  readonly window: string
  /** Origins of the frames, from the outermost to the innermost. */
  readonly frames: readonly string[]
}

/** What WebDriver can send to a document. */
export type Sent = string | number | boolean | object

export interface Session {
  readonly engine: EngineName
  readonly call: Connection['call']
  /** Runs a function of ours, which must use nothing from outside itself, in the document at the place. */
  readonly run: <A extends readonly Sent[]>(place: Place, work: (...args: A) => unknown, ...args: A) => Promise<unknown>
  /** Sends a command to the document at the place. In WebKit it gets the focus, so a second command there changes nothing. */
  readonly at: (
    place: Place,
    command: Command,
    params?: Readonly<Record<string, unknown>>,
    id?: string,
  ) => Promise<unknown>
  readonly windows: () => Promise<readonly string[]>
  /** The next command finds its document anew. */
  readonly forget: () => void
}

const Elements = z.array(ElementReference)

export function createSession(engine: EngineName, call: Connection['call']): Session {
  let current: Place | undefined

  const runHere = <A extends readonly Sent[]>(work: (...args: A) => unknown, args: A): Promise<unknown> =>
    // The loader of this process names functions by a helper of its own.
    call('run', { script: `const __name = (value) => value; return (${String(work)}).apply(null, arguments)`, args })

  async function findFrame(origin: string): Promise<ElementReference> {
    const [open] = Elements.parse(await runHere(framesOn, [origin]))
    if (open) return open
    for (const host of Elements.parse(await runHere(shadowHosts, []))) {
      const frame = await frameIn(host, origin)
      if (frame) return frame
    }
    throw new Error(`There is no frame of ${origin}`)
  }

  /** WebDriver looks into closed shadow roots too, except in WebKit. */
  async function frameIn(host: ElementReference, origin: string): Promise<ElementReference | undefined> {
    try {
      const root = ShadowReference.parse(await call('shadowRoot', {}, idOf(host)))
      const query = { using: 'css selector', value: `iframe[src^="${origin}/"]` }
      return Elements.parse(await call('inShadowRoot', query, shadowIdOf(root)))[0]
    } catch (error) {
      if (error instanceof WebDriverError && error.code === 'no such shadow root') return undefined
      throw error
    }
  }

  async function enter(place: Place): Promise<void> {
    if (current?.window === place.window && current.frames.join() === place.frames.join()) return
    if (current?.window !== place.window) await call('toWindow', { handle: place.window })
    current = undefined
    await call('toFrame', { id: null })
    for (const origin of place.frames) await call('toFrame', { id: await findFrame(origin) })
    current = place
  }

  /** A document may be gone, with another one in its place, so an error forgets where we are. */
  async function inside<T>(place: Place, work: () => Promise<T>): Promise<T> {
    try {
      await enter(place)
      return await work()
    } catch (error) {
      current = undefined
      throw error
    }
  }

  return {
    engine,
    call,
    run: (place, work, ...args) => inside(place, () => runHere(work, args)),
    at: (place, command, params, id) => inside(place, () => call(command, params, id)),
    windows: async () => z.array(z.string()).parse(await call('windows')),
    forget: () => {
      current = undefined
    },
  }
}
