/**
 * The W3C WebDriver commands, over HTTP (WebKitWebDriver, chromedriver) or over Marionette, which Firefox speaks itself. Marionette has
 * the same commands under names of its own.
 */
import { connect, type Socket } from 'node:net'
import * as z from 'zod'

/** The path over HTTP, with `{}` for the element, and the name in Marionette. */
const commands = {
  navigate: ['POST', '/url', 'Navigate'],
  title: ['GET', '/title', 'GetTitle'],
  reload: ['POST', '/refresh', 'Refresh'],
  back: ['POST', '/back', 'Back'],
  forward: ['POST', '/forward', 'Forward'],
  windows: ['GET', '/window/handles', 'GetWindowHandles'],
  toWindow: ['POST', '/window', 'SwitchToWindow'],
  newWindow: ['POST', '/window/new', 'NewWindow'],
  closeWindow: ['DELETE', '/window', 'CloseWindow'],
  setRect: ['POST', '/window/rect', 'SetWindowRect'],
  minimize: ['POST', '/window/minimize', 'MinimizeWindow'],
  toFrame: ['POST', '/frame', 'SwitchToFrame'],
  shadowRoot: ['GET', '/element/{}/shadow', 'GetShadowRoot'],
  inShadowRoot: ['POST', '/shadow/{}/elements', 'FindElementsFromShadowRoot'],
  label: ['GET', '/element/{}/computedlabel', 'GetComputedLabel'],
  click: ['POST', '/element/{}/click', 'ElementClick'],
  clear: ['POST', '/element/{}/clear', 'ElementClear'],
  type: ['POST', '/element/{}/value', 'ElementSendKeys'],
  run: ['POST', '/execute/sync', 'ExecuteScript'],
  actions: ['POST', '/actions', 'PerformActions'],
  addAuthenticator: ['POST', '/webauthn/authenticator', 'WebAuthn:AddVirtualAuthenticator'],
} as const satisfies Readonly<Record<string, readonly [method: 'GET' | 'POST' | 'DELETE', path: string, name: string]>>

export type Command = keyof typeof commands
type Params = Readonly<Record<string, unknown>>

export interface Connection {
  /** @param id of the element or shadow root that the command is about */
  readonly call: (command: Command, params?: Params, id?: string) => Promise<unknown>
  /** Ends the session, and with it the browser. */
  readonly end: () => Promise<void>
}

/** The browser refused a command. `code` is the standard's, such as `no such window`. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError'
  readonly code: string
  constructor(code: string, said: string) {
    super(`${code}: ${said.split('\n', 1)[0]}`)
    this.code = code
  }
}

/** A browser that does not answer has crashed: no command takes this long. */
const answerMs = 60_000
/** Many times what a start takes on a busy machine. */
const startMs = 30_000

const Refusal = z.object({ error: z.string(), message: z.string() })

/** Chromium's driver has commands that are not in the standard. */
export interface HttpConnection extends Connection {
  readonly post: (path: string, body: Params) => Promise<unknown>
}

/** Starts a session of a driver that listens, or will soon listen, on this port. */
export async function connectHttp(port: number, capabilities: Params): Promise<HttpConnection> {
  const request = async (method: string, path: string, body?: Params, ms = answerMs): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ms),
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = z.object({ value: z.unknown() }).parse(await response.json())
    if (response.ok) return value
    const { error, message } = Refusal.parse(value)
    throw new WebDriverError(error, message)
  }
  const Status = z.object({ ready: z.literal(true) })
  await pollUntil('the driver', async () => Status.safeParse(await request('GET', '/status')).success, answerMs)
  const started = await request('POST', '/session', { capabilities: { alwaysMatch: capabilities } }, startMs)
  const session = `/session/${z.object({ sessionId: z.string() }).parse(started).sessionId}`
  return {
    call: (command, params = {}, id = '') => {
      const [method, path] = commands[command]
      return request(method, session + path.replace('{}', id), method === 'POST' ? params : undefined)
    },
    post: (path, body) => request('POST', session + path, body),
    end: async () => void (await request('DELETE', session)),
  }
}

/** Firefox’s own settings and its console can be read in this context only. */
export interface MarionetteConnection extends Connection {
  readonly inBrowser: (script: string, args?: readonly unknown[]) => Promise<unknown>
}

const Answer = z.tuple([z.literal(1), z.number(), Refusal.nullable(), z.unknown()])
/** Some answers are an object with one field, which the standard does not have. */
const isWrapped = (value: unknown): value is { readonly value: unknown } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'value'

export async function connectMarionette(port: number, capabilities: Params): Promise<MarionetteConnection> {
  const socket = await pollUntil('Firefox', () => opened(port), answerMs)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let sent = 0
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  socket.on('close', () => fail(new Error('Firefox has closed the connection')))
  socket.on('error', fail)
  readMessages(socket, (message) => {
    const answer = Answer.safeParse(message)
    if (!answer.success) return // its greeting
    const [, id, refusal, value] = answer.data
    const asked = waiting.get(id)
    waiting.delete(id)
    if (refusal) asked?.reject(new WebDriverError(refusal.error, refusal.message))
    else asked?.resolve(isWrapped(value) ? value.value : value)
  })
  const send = (name: string, params: Params): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(++sent, { resolve, reject })
      const text = JSON.stringify([0, sent, name, params])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
  await send('WebDriver:NewSession', { capabilities: { alwaysMatch: capabilities } })
  return {
    call: (command, params = {}, id) => {
      const [, , name] = commands[command]
      return send(name.includes(':') ? name : `WebDriver:${name}`, marionetteParams(command, params, id))
    },
    inBrowser: async (script, args = []) => {
      await send('Marionette:SetContext', { value: 'chrome' })
      try {
        return await send('WebDriver:ExecuteScript', { script, args, sandbox: 'system' })
      } finally {
        await send('Marionette:SetContext', { value: 'content' })
      }
    },
    end: async () => {
      await send('Marionette:Quit', { flags: ['eAttemptQuit'] })
      socket.destroy()
    },
  }
}

const opened = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

/** Each message is its length in bytes, a colon, and JSON. */
function readMessages(socket: Socket, take: (message: unknown) => void): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      const colon = rest.indexOf(':')
      if (colon === -1) return
      const end = colon + 1 + Number(rest.subarray(0, colon).toString())
      if (rest.length < end) return
      const message: unknown = JSON.parse(rest.subarray(colon + 1, end).toString())
      rest = rest.subarray(end)
      take(message)
    }
  })
}

/** Elements are named by their ids. */
function marionetteParams(command: Command, params: Params, id: string | undefined): Params {
  if (command === 'toFrame') return { element: isReference(params['id']) ? idOf(params['id']) : null }
  if (command === 'inShadowRoot') return { ...params, shadowRoot: id }
  return id === undefined ? params : { ...params, id }
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const shadowKey = 'shadow-6066-11e4-a52e-4f735466cecf'

export const ElementReference = z.object({ [elementKey]: z.string() })
export const ShadowReference = z.object({ [shadowKey]: z.string() })
export type ElementReference = z.infer<typeof ElementReference>

const isReference = (value: unknown): value is ElementReference => ElementReference.safeParse(value).success
export const idOf = (element: ElementReference): string => element[elementKey]
export const shadowIdOf = (root: z.infer<typeof ShadowReference>): string => root[shadowKey]

/** How often the state of a browser is looked at: nothing tells when it changes. */
const lookMs = 50

/**
 * Asks again until there is an answer that is neither false nor an error.
 * @param describe what was seen last, for the error
 */
export async function pollUntil<T>(
  what: string,
  ask: () => Promise<T | false | undefined>,
  ms: number,
  describe: () => string | undefined = () => undefined,
): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    let failure: unknown
    try {
      const answer = await ask()
      if (answer !== false && answer !== undefined) return answer
    } catch (error) {
      failure = error
    }
    if (performance.now() > end) {
      const last = failure instanceof Error ? failure.message : describe()
      throw new Error(`${what}: not within ${ms / 1000} s${last === undefined ? '' : `; ${last}`}`)
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
