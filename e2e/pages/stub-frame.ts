/** Misbehaving frames in place of the modal document: silent, too new, not answering, or hostile after a correct handshake. */
import { expect, type Frame, type Page } from '@playwright/test'
import type { World } from '../world/world.ts'

export type StubOptions = {
  /** Whether it sends HELLO and answers INIT. Default true. */
  readonly greets?: boolean
  readonly versions?: { readonly min: number; readonly max: number }
  /** Payloads of the answers, by request type; other requests stay unanswered. */
  readonly answers?: Readonly<Record<string, unknown>>
}

/** The answers needed to be shown. */
export const shows = { CONFIGURE: {}, OPEN: { view: 'Connect' }, CLOSE: { closed: true } }

export const modalDocument = (world: World) => world.config.frameUrl

/** From now on the modal's URL serves the stub. Returns the undo. */
export async function serveStub(page: Page, world: World, options: StubOptions = {}): Promise<() => Promise<void>> {
  const body = `<!doctype html><title>Stub</title><button>Press</button><script>(${actInFrame.toString()})(${JSON.stringify(options)})</script>`
  await page.route(modalDocument(world), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  return () => page.unroute(modalDocument(world))
}

/** Waits until the stub has received the first requests; from then on the page relies on it. */
export const stubIsLive = (frame: Frame): Promise<void> =>
  expect
    .poll(() => frame.evaluate(() => (Reflect.get(window, 'heard') as string[] | undefined) ?? [])) // as: set below
    .toEqual(expect.arrayContaining(['CONFIGURE', 'OPEN']))

/**
 * Passed to the frame as text, so it may use nothing from this file but types. `window.ask` sends a request to the
 * page, `window.heard` lists the page's requests.
 */
function actInFrame({ greets = true, versions = { min: 1, max: 1 }, answers = {} }: StubOptions): void {
  if (!greets) return
  type Message = { id?: string; type: string; payload?: unknown }
  const nonce = crypto.randomUUID()
  window.addEventListener('message', ({ data, ports: [app] }: MessageEvent<{ epoch: number; hostNonce: string }>) => {
    if (!app) return
    const { epoch, hostNonce } = data
    const asked = new Map<string, (message: Message) => void>()
    const heard: string[] = []
    Reflect.set(window, 'heard', heard)
    app.addEventListener('message', ({ data: message }: MessageEvent<Message>) => {
      const { id, type } = message
      if (id === undefined) return
      if (/_(SUCCESS|ERROR)$/.test(type)) asked.get(id)?.(message)
      else heard.push(type)
      if (Object.hasOwn(answers, type)) app.postMessage({ id, epoch, type: `${type}_SUCCESS`, payload: answers[type] })
    })
    app.start()
    app.postMessage({ epoch, type: 'READY', payload: { nonce: hostNonce } })
    const ask = (type: string, payload: unknown) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID()
        asked.set(id, resolve)
        app.postMessage({ id, epoch, type, payload })
      })
    Reflect.set(window, 'ask', ask)
  })
  const hello = { type: 'HELLO', link: 'host', nonce, versions, buildId: 'stub', features: [], storage: 'local' }
  window.parent.postMessage(hello, location.ancestorOrigins[0] ?? location.origin)
}
