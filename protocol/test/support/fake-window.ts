/** The few browser objects that the link touches, so that identity checks can be tested with events nobody could forge in a page. */
import { vi } from 'vitest'

type Listener = (event: unknown) => void

/** The fields live behind prototype getters, as in a browser, because the code under test reads them only that way. */
export class FakeMessageEvent {
  readonly isTrusted: boolean
  /** How often `data` was read: strangers must never get that far. */
  dataReads = 0
  readonly #init: FakeEventInit

  constructor(init: FakeEventInit) {
    this.#init = init
    this.isTrusted = init.isTrusted ?? true
  }
  get data(): unknown {
    this.dataReads++
    return this.#init.data
  }
  get origin(): string | undefined {
    return this.#init.origin
  }
  get source(): object | undefined {
    return this.#init.source
  }
  get ports(): readonly FakePort[] {
    return this.#init.ports ?? []
  }
}

export interface FakeEventInit {
  data?: unknown
  origin?: string
  source?: object
  ports?: readonly FakePort[]
  isTrusted?: boolean
}

export class FakePort {
  peer: FakePort | undefined
  isClosed = false
  onmessageerror: Listener | null = null
  #onmessage: Listener | null = null
  readonly #waiting: unknown[] = []

  get onmessage(): Listener | null {
    return this.#onmessage
  }
  set onmessage(listener: Listener | null) {
    this.#onmessage = listener
    if (listener) for (const data of this.#waiting.splice(0)) this.deliver(data)
  }
  postMessage(data: unknown): void {
    const copy = structuredClone(data)
    if (!this.isClosed) this.peer?.deliver(copy)
  }
  close(): void {
    this.isClosed = true
  }
  deliver(data: unknown): void {
    if (this.isClosed) return
    if (this.#onmessage) this.#onmessage(new FakeMessageEvent({ data }))
    else this.#waiting.push(data)
  }
}

export class FakeChannel {
  readonly port1 = new FakePort()
  readonly port2 = new FakePort()
  constructor() {
    this.port1.peer = this.port2
    this.port2.peer = this.port1
  }
}

/** A window of somebody else: what is posted to it is kept. */
export class FakeTarget {
  readonly posted: { message: Record<string, unknown>; origin: string; ports: FakePort[] }[] = []
  postMessage(message: Record<string, unknown>, origin: string, ports: FakePort[]): void {
    this.posted.push({ message: structuredClone(message), origin, ports })
  }
}

/** Installs the globals, then loads the link afresh: it captures getters when it loads. */
export async function loadLink() {
  const listeners = new Set<Listener>()
  vi.stubGlobal('MessageEvent', FakeMessageEvent)
  vi.stubGlobal('MessagePort', FakePort)
  vi.stubGlobal('MessageChannel', FakeChannel)
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
  })
  vi.resetModules()
  const { openChildLink } = await import('../../src/link.ts')
  const { openParentLink } = await import('../../src/parent-link.ts')
  return {
    openChildLink,
    openParentLink,
    listeners,
    /** Dispatches to our window and returns the event, with what was read from it. */
    dispatch(init: FakeEventInit): FakeMessageEvent {
      const event = new FakeMessageEvent(init)
      for (const listener of listeners) listener(event)
      return event
    },
  }
}

/** The fakes stand in for the browser's types in the options of the link. */
export const asWindow = (target: FakeTarget): Window => target as unknown as Window // only postMessage is used
