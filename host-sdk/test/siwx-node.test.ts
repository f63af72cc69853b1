/** The back end for signing in behind `node:http`: no client ends it, whatever it sends or stops to send. */
import { createServer, METHODS, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createSiwxServer, type NodeRequest, type SiwxServerOptions } from '../src/siwx/server/index.ts'

const origin = 'https://app.example'
const secret = 'a secret that has more than 32 characters'

let http: Server | undefined
afterEach(async () => {
  http?.closeAllConnections()
  await new Promise((closed) => (http ? void http.close(closed) : closed(undefined)))
  http = undefined
})

/** Keeps the outcome of every request, as a server does that has no handler for rejections. */
async function serve(options: Partial<SiwxServerOptions> = {}) {
  const errors: unknown[] = []
  const siwx = createSiwxServer({ origin, secret, onError: (error) => errors.push(error), ...options })
  const outcomes: Promise<boolean>[] = []
  http = createServer((request, response) => {
    const outcome = siwx.answerNode(request, response)
    outcomes.push(outcome)
    outcome.then(
      (isOurs) => isOurs || response.end('somebody else’s'),
      () => response.destroy(),
    )
  })
  await new Promise<void>((listening) => void http?.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo // as: it listens on a port
  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  /** The first line of the answer; empty if the connection ended without one. */
  const say = (text: string, { leavesAfter = false } = {}) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        if (leavesAfter) socket.write(text, () => socket.destroy())
        else socket.write(text)
      })
      let heard = ''
      const end = () => resolve(heard.split('\r\n')[0] ?? '')
      socket.on('data', (part) => {
        heard += part.toString()
        if (heard.includes('\r\n\r\n')) socket.end()
      })
      socket.on('error', end).on('close', end)
    })
  return { siwx, errors, outcomes, url, say }
}

const head = (method: string, length: number) =>
  `${method} /siwx/sessions HTTP/1.1\r\nHost: api.example\r\nOrigin: ${origin}\r\nContent-Length: ${length}\r\n\r\n`

test.each(METHODS.filter((method) => method !== 'CONNECT'))('the method %s is answered [C337]', async (method) => {
  const { say, outcomes } = await serve()
  const isKnown = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'].includes(method)
  expect(await say(head(method, 0))).toMatch(isKnown ? /^HTTP\/1.1 (204|400|404) / : /^HTTP\/1.1 405 /)
  expect(await Promise.all(outcomes)).toEqual([true])
})

test('a client that leaves during its upload, at any byte, ends its own request alone [C337]', async () => {
  const { say, outcomes, errors, url } = await serve()
  const whole = `${head('POST', 40)}{"sessions":[]}`
  const bodyAt = head('POST', 40).length
  for (let length = bodyAt; length <= whole.length; length++) await say(whole.slice(0, length), { leavesAfter: true })
  await expect.poll(() => outcomes.length).toBe(whole.length - bodyAt + 1)
  expect(await Promise.all(outcomes)).toEqual(outcomes.map(() => true))
  expect(errors).toEqual([])
  expect((await fetch(url('/siwx/nonce'), { method: 'POST', headers: { origin } })).status).toBe(200)
})

test('no more of a body is read than may be right [C337]', async () => {
  const siwx = createSiwxServer({ origin, secret })
  let read = 0
  async function* eightMegabytes() {
    while (read < 8 * 1024 * 1024) {
      read += 64 * 1024
      yield new Uint8Array(64 * 1024).fill(32)
    }
  }
  const request: NodeRequest = Object.assign(eightMegabytes(), {
    method: 'POST',
    url: '/siwx/sessions',
    headers: { origin },
  })
  const response = { statusCode: 0, setHeader: () => undefined, end: () => undefined }
  expect(await siwx.answerNode(request, response)).toBe(true)
  expect([response.statusCode, read <= 640 * 1024]).toEqual([400, true])
})

test('a body that is too long is refused, whatever it says [C337]', async () => {
  const siwx = createSiwxServer({ origin, secret })
  const put = (body: string) =>
    siwx.answer(new Request('https://api.example/siwx/sessions', { method: 'PUT', headers: { origin }, body }))
  expect((await put(`{"sessions":[]}${' '.repeat(500_000)}`)).status).toBe(200)
  expect((await put(`{"sessions":[]}${' '.repeat(600_000)}`)).status).toBe(400)
})
