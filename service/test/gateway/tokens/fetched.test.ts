/** Token lists at addresses: how they are fetched, and how failing, broken or hostile lists are handled. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLookup } from '../../../src/crypto/lookup.ts'
import { createGuardedFetch } from '../../../src/gateway/outbound/guarded-fetch.ts'
import { type FetchedLists, startFetchedLists } from '../../../src/gateway/tokens/fetched.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { type GatewayStore, openGatewayStore } from '../../../src/store/gateway.ts'
import { type Internet, site, startInternet } from '../outbound/internet.ts'

const url = `https://${site}/list.json?key=secret-key`
const lookup = createLookup(randomBytes(32))
let internet: Internet
let inside: Listening
let insideAsked = 0
let folder: string
let store: GatewayStore
let open: FetchedLists[] = []
let errors: unknown[] = []
let changes = 0

beforeAll(async () => {
  internet = await startInternet()
  inside = await listenOnLoopback((_, response) => {
    insideAsked += 1
    response.end(list('INSIDE'))
  }, 0)
})
afterAll(async () => {
  await internet.stop()
  await inside.close()
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airlock-fetched-'))
  store = await openGatewayStore({ file: join(folder, 'gateway.db') })
})
afterEach(async () => {
  await Promise.all(open.map((one) => one.stop()))
  await store.close()
  rmSync(folder, { recursive: true })
  internet.reset()
  open = []
  errors = []
  changes = 0
  insideAsked = 0
})

const list = (...symbols: readonly string[]) =>
  JSON.stringify({
    name: 'List',
    tokens: symbols.map((symbol, index) => ({
      chainId: 1,
      address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
      name: symbol,
      symbol,
      decimals: 6,
    })),
  })
/** Not a real server: it closes the connection. */
const down = (_: unknown, response: ServerResponse) => response.destroy()

function start(
  options: { readonly refreshMs?: number; readonly retryMs?: number; readonly urls?: readonly string[] } = {},
) {
  const lists = startFetchedLists({
    urls: [url],
    fetch: createGuardedFetch(internet.options),
    store: store.tokenLists,
    lookup,
    now: Date.now,
    refreshMs: 5,
    retryMs: 5,
    onChange: () => {
      changes += 1
    },
    onError: (_, error) => errors.push(error),
    ...options,
  })
  open.push(lists)
  return lists
}
const symbolsOf = (lists: FetchedLists) => lists.find(url).map(({ symbol }) => symbol)
const until = (condition: () => void) => vi.waitFor(condition, { interval: 5, timeout: 10_000 })
const looks = async (count: number) => {
  const before = internet.requests().length
  await until(() => expect(internet.requests().length).toBeGreaterThanOrEqual(before + count))
}

describe('a list at an address', () => {
  test('comes after the start, and is asked for again with its tag alone until it changes', async () => {
    let [etag, body] = ['"1"', list('ONE')]
    const sent: number[] = []
    internet.behave((request, response) => {
      const isSame = request.headers['if-none-match'] === etag
      sent.push(isSame ? 304 : 200)
      response.writeHead(isSame ? 304 : 200, { ETag: etag }).end(isSame ? undefined : body)
    })
    const lists = start()
    expect(symbolsOf(lists)).toEqual([])
    await until(() => expect(symbolsOf(lists)).toEqual(['ONE']))
    await looks(3)
    expect(sent.slice(0, 3)).toEqual([200, 304, 304])
    expect(changes).toBe(1)
    ;[etag, body] = ['"2"', list('TWO', 'THREE')]
    await until(() => expect(symbolsOf(lists)).toEqual(['TWO', 'THREE']))
    expect(errors).toEqual([])
  })

  test('has its last good copy while it is down, also for the next start', async () => {
    internet.behave((_, response) => response.setHeader('ETag', '"1"').end(list('ONE')))
    const first = start({ refreshMs: 60_000 })
    await until(() => expect(symbolsOf(first)).toEqual(['ONE']))
    await vi.waitFor(async () => expect(await store.tokenLists.find(lookup('list', url))).toBeDefined())
    await first.stop()
    internet.behave(down)
    const second = start()
    await until(() => expect(symbolsOf(second)).toEqual(['ONE']))
    await looks(3)
    expect(symbolsOf(second)).toEqual(['ONE'])
    expect(errors.length).toBeGreaterThan(0)
    // The address works again; the request has the ETag of the stored copy.
    internet.behave((request, response) =>
      request.headers['if-none-match'] === '"1"' ? response.end(list('BACK')) : response.writeHead(500).end(),
    )
    await until(() => expect(symbolsOf(second)).toEqual(['BACK']))
  })

  test.each<[string, (response: ServerResponse) => unknown, string]>([
    ['a page', (response) => response.end('<!doctype html>'), 'no token list'],
    ['another JSON', (response) => response.end('{"tokens":[]}'), 'no token list'],
    ['a list without tokens', (response) => response.end(list()), 'no tokens'],
    [
      'a list of rows that are none',
      (response) => response.end(JSON.stringify({ name: 'x', tokens: [{ chainId: 1, decimals: 999 }] })),
      'no tokens',
    ],
    ['five megabytes', (response) => response.end(`"${'x'.repeat(5 * 1024 * 1024)}"`), 'too large'],
    ['a compressed one', (response) => response.setHeader('Content-Encoding', 'gzip').end(list('ZIP')), 'compressed'],
    ['an error', (response) => response.writeHead(503).end(list('ERROR')), 'with an error'],
    ['304 without a copy', (response) => response.writeHead(304).end(), 'with an error'],
  ])('has its last good copy if it answers with %s [C136]', async (_, answer, message) => {
    internet.behave((__, response) => response.end(list('GOOD')))
    const lists = start()
    await until(() => expect(symbolsOf(lists)).toEqual(['GOOD']))
    internet.behave((__, response) => answer(response))
    await looks(2)
    await until(() => expect(errors.map(String).join()).toContain(message))
    expect(symbolsOf(lists)).toEqual(['GOOD'])
    expect(String(errors)).not.toContain('secret-key')
  })

  test.each([
    ['of this machine', () => `http://127.0.0.1:${inside.port}/`],
    ['of this machine over https', () => `https://localhost:${inside.port}/`],
    ['of the operator\u2019s network', () => 'https://10.0.0.7/list.json'],
    ['of a cloud', () => 'https://169.254.169.254/latest/meta-data'],
    ['of a file', () => 'file:///etc/passwd'],
  ])('cannot send the service to an address %s [C138]', async (_, to) => {
    internet.behave((__, response) => response.writeHead(302, { Location: to() }).end())
    const lists = start()
    await looks(2)
    await until(() => expect(errors).toContainEqual(expect.objectContaining({ code: 'REFUSED' })))
    expect(symbolsOf(lists)).toEqual([])
    expect(insideAsked).toBe(0)
  })

  test('is not asked if it is on this machine [C138]', async () => {
    start({ urls: [`http://127.0.0.1:${inside.port}/`] })
    await until(() => expect(errors).toContainEqual(expect.objectContaining({ code: 'REFUSED' })))
    expect(insideAsked).toBe(0)
  })

  test('never answers: neither another list nor the end is delayed', async () => {
    const other = `https://other.${site}/`
    internet.behave((request, response) => {
      if (request.headers.host !== site) response.end(list('OTHER'))
    })
    const lists = start({ urls: [url, other], refreshMs: 60_000 })
    await until(() => expect(lists.find(other)).toHaveLength(1))
    const before = performance.now()
    await lists.stop()
    expect(performance.now() - before).toBeLessThan(5_000)
    expect(errors).toEqual([])
  })

  test('is fetched again if its copy in the database is damaged', async () => {
    await store.tokenLists.save(lookup('list', url), { etag: '"1"', body: '{', fetchedAt: Date.now() })
    internet.behave((request, response) =>
      request.headers['if-none-match'] === undefined ? response.end(list('ONE')) : response.writeHead(304).end(),
    )
    const lists = start()
    await until(() => expect(symbolsOf(lists)).toEqual(['ONE']))
  })
})
