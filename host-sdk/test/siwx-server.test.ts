/** The back end for signing in, behind a real server, called by the ready-made option of the page. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAddress } from '@polkadot/util-crypto'
import { jwtVerify, SignJWT } from 'jose'
import { SiweMessage } from 'siwe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSiwx, memoryStorage, serverStorage } from '../src/siwx/index.ts'
import {
  createSiwxServer,
  memoryStore,
  type SiwxServer,
  type SiwxServerOptions,
  type SiwxStore,
} from '../src/siwx/server/index.ts'
import { keyOf } from '../src/siwx/server/keys.ts'
import type { SIWX, SIWXSession } from '../src/types.ts'
import { type TestAccount, testAccounts } from './siwx-support.ts'

const origin = 'https://app.example'
const secret = 'a secret that has more than 32 characters'
const cookieName = '__Host-airlock-siwx'
const accounts = await testAccounts(7)
const [eoa] = accounts
const [other] = await testAccounts(8)
if (!eoa || !other) throw new Error('no accounts')

let http: Server
let base: string
let siwx: SiwxServer
let store: SiwxStore

async function serve(options: Partial<SiwxServerOptions> = {}): Promise<void> {
  store = memoryStore()
  siwx = createSiwxServer({ origin, secret, store, ...options })
  http = createServer((request, response) => {
    void (async () => {
      if (await siwx.answerNode(request, response)) return
      response.end(JSON.stringify(await siwx.sessions(request)))
    })()
  })
  await new Promise<void>((listening) => void http.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(http.address() as AddressInfo).port}` // as: it listens on a port
}

/** A browser tab: sends its origin, and has cookies that it shares with other tabs. */
function openBrowser(jar = new Map<string, string>()) {
  const request = async (path: string, { from = origin, ...init }: RequestInit & { from?: string | null } = {}) => {
    const headers = new Headers(init.headers)
    if (from !== null && (init.method ?? 'GET') !== 'GET') headers.set('origin', from)
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    const response = await realFetch(new URL(path, base), { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      if (/Max-Age=0(;|$)/.test(rest)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const whoAmI = async () => (await (await request('/who')).json()) as { accountAddress: string; chainId: string }[]
  return { jar, request, whoAmI }
}
const realFetch = globalThis.fetch

/** Accounts under another name than their own. */
const spellings = accounts.flatMap(({ kind, chainId, address, sign }) => {
  const others = kind.startsWith('EIP')
    ? [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]
    : /^P2WPKH|^P2TR/.test(kind)
      ? [address.toUpperCase()]
      : kind === 'sr25519'
        ? [0, 2, 42, 63, 64, 1000, 16_383].map((prefix) => encodeAddress(address, prefix))
        : []
  return others.map((other) => ({ chainId, address: other, written: address, sign }))
})
let browser: ReturnType<typeof openBrowser>

beforeEach(async () => {
  browser = openBrowser()
  vi.stubGlobal('location', new URL(origin))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => browser.request(path, init))
  await serve()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  http.closeAllConnections()
  await new Promise((closed) => void http.close(closed))
})

async function signedBy({ chainId, address, sign }: TestAccount, page: SIWX): Promise<SIWXSession> {
  const made = await page.createMessage({ chainId, accountAddress: address })
  const message = String(made)
  return { data: { accountAddress: address, chainId, uri: made.uri ?? '' }, message, signature: await sign(message) }
}
const newPage = () => createSiwx({ storage: serverStorage(), statement: 'I accept the terms.' })
const codeOf = (trying: Promise<unknown>) =>
  trying.then(
    () => 'accepted',
    (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
  )
const post = (path: string, body: unknown, more: { method?: string; from?: string | null } = {}) =>
  browser.request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...more })

test.each(accounts)('$kind signs in, stays signed in after a reload, and signs out', async (account) => {
  const { chainId, address } = account
  const page = newPage()
  expect(await page.getSessions(chainId, address)).toEqual([])
  await page.addSession(await signedBy(account, page))
  expect(await browser.whoAmI()).toMatchObject([{ chainId, accountAddress: address }])

  const reloaded = newPage()
  expect(await reloaded.getSessions(chainId, address)).toMatchObject([{ data: { chainId, accountAddress: address } }])
  await reloaded.revokeSession(chainId, address)
  expect(await page.getSessions(chainId, address)).toEqual([])
  expect(await browser.whoAmI()).toEqual([])
})

test('the message is good for the library siwe, with the nonce of the server', async () => {
  const page = newPage()
  const { message, signature } = await signedBy(eoa, page)
  const read = new SiweMessage(message)
  expect((await read.verify({ signature, domain: 'app.example', nonce: read.nonce })).success).toBe(true)
})

test('several accounts are signed in at once, one session each; another tab sees them', async () => {
  const page = newPage()
  for (const account of [...accounts.slice(0, 3), eoa]) await page.addSession(await signedBy(account, page))
  const tab = openBrowser(browser.jar)
  const who = (await tab.whoAmI()).map(({ accountAddress }) => accountAddress)
  expect(who).toEqual([eoa, accounts[2], accounts[1]].map((account) => account?.address))
  await page.revokeSession(eoa.chainId, eoa.address)
  expect(await tab.whoAmI()).toHaveLength(2)
})

test('replacing all sessions leaves none of the earlier ones', async () => {
  const page = newPage()
  await page.addSession(await signedBy(other, page))
  await page.setSessions([await signedBy(eoa, page)])
  expect(await browser.whoAmI()).toMatchObject([{ accountAddress: eoa.address }])
  await page.setSessions([])
  expect(await browser.whoAmI()).toEqual([])
})

test('the cookie stays small enough for a browser: the oldest account has to sign in again', async () => {
  const page = newPage()
  for (const account of [...accounts, ...(await testAccounts(9)), ...(await testAccounts(10))])
    await page.addSession(await signedBy(account, page))
  expect(browser.jar.get(cookieName)?.length).toBeLessThan(4000)
  expect((await browser.whoAmI()).length).toBeGreaterThan(5)
})

describe('a session is refused', () => {
  const signed = async (how: (message: string) => string, data: Partial<SIWXSession['data']> = {}) => {
    const page = newPage()
    const session = await signedBy(eoa, page)
    const message = how(session.message)
    const changed = { data: { ...session.data, ...data }, message, signature: await eoa.sign(message) }
    const code = await codeOf(page.addSession(changed))
    expect(await browser.whoAmI()).toHaveLength(code === 'accepted' ? 1 : 0)
    return code
  }
  const same = (message: string) => message

  test('unless nothing is changed: it is accepted as it is', async () => {
    expect(await signed(same)).toBe('accepted')
  })
  test.each([
    ['of another domain', (text: string) => text.replace('app.example wants', 'evil.example wants'), 'DOMAIN_MISMATCH'],
    ['of another address', (text: string) => text.replace(/^URI: .*$/m, 'URI: https://evil.example'), 'URI_MISMATCH'],
    [
      'that has expired',
      (text: string) => text.replace(/^(Expiration Time:) .*$/m, '$1 2026-01-01T00:00:00Z'),
      'EXPIRED',
    ],
    ['that is not valid yet', (text: string) => `${text}\nNot Before: 2096-01-01T00:00:00Z`, 'NOT_YET_VALID'],
    [
      'with a nonce of its own',
      (text: string) => text.replace(/^Nonce: .*$/m, 'Nonce: 0123456789abcdef'),
      'NONCE_INVALID',
    ],
    ['that is no sign-in message', (text: string) => `${text}\nand more`, 'MESSAGE_INVALID'],
  ])('%s [C212]', async (_, how, code) => {
    expect(await signed(how)).toBe(code)
  })
  test('if its network or account is not that of its message [C212]', async () => {
    expect(await signed(same, { chainId: 'eip155:10' })).toBe('CHAIN_MISMATCH')
    expect(await signed(same, { accountAddress: other.address })).toBe('ACCOUNT_MISMATCH')
  })
  test('on a network that the server does not list [C212]', async () => {
    http.close()
    await serve({ chains: ['eip155:10'] })
    expect(await signed(same)).toBe('CHAIN_MISMATCH')
  })
  test('if another account has signed it', async () => {
    const page = newPage()
    const session = await signedBy(eoa, page)
    const signature = await other.sign(session.message)
    expect(await codeOf(page.addSession({ ...session, signature }))).toBe('SIGNATURE_INVALID')
  })
  test('if it was used before, also when both come at once [C210]', async () => {
    const page = newPage()
    const session = await signedBy(eoa, page)
    const both = await Promise.all([codeOf(page.addSession(session)), codeOf(page.addSession(session))])
    expect(both.sort()).toEqual(['NONCE_USED', 'accepted'])
    await page.revokeSession(eoa.chainId, eoa.address)
    expect(await codeOf(page.addSession(session))).toBe('NONCE_USED')
  })
  test('if its nonce comes from another server, or from none [C211]', async () => {
    const nonceOf = (maker: SiwxServer) => maker.nonce()
    const foreign = await nonceOf(createSiwxServer({ origin, secret: `${secret}!` }))
    expect(await signed((text) => text.replace(/^Nonce: .*$/m, `Nonce: ${foreign}`))).toBe('NONCE_INVALID')
    const own = await siwx.nonce()
    const later = `${own.slice(0, 24)}ffffffff${own.slice(32)}`
    expect(await signed((text) => text.replace(/^Nonce: .*$/m, `Nonce: ${later}`))).toBe('NONCE_INVALID')
    expect(await signed((text) => text.replace(/^Nonce: .*$/m, `Nonce: ${own.toUpperCase()}`))).toBe('NONCE_INVALID')
    expect(await signed((text) => text.replace(/^Nonce: .*$/m, `Nonce: ${own}`))).toBe('accepted')
  })
  test('if its nonce is too old [C211]', async () => {
    const page = newPage()
    const session = await signedBy(eoa, page)
    vi.useFakeTimers({ now: Date.now() + 10 * 60 * 1000 + 1000, toFake: ['Date'] })
    expect(await codeOf(page.addSession(session))).toBe('NONCE_EXPIRED')
  })
  test('if it is a contract account’s and the node is down', async () => {
    http.close()
    await serve({ rpcUrls: { 'eip155:1': 'http://127.0.0.1:1/' } })
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path.startsWith('/') ? browser.request(path, init) : realFetch(path, init),
    )
    const page = newPage()
    const session = await signedBy(eoa, page)
    const signature = await other.sign(session.message)
    expect(await codeOf(page.addSession({ ...session, signature }))).toBe('NODE_UNREACHABLE')
    // The nonce is not used up: the user can try again.
    expect(await codeOf(page.addSession(session))).toBe('accepted')
  })
  test('for one among several, and none is kept', async () => {
    const page = newPage()
    const good = await signedBy(eoa, page)
    const bad = { ...(await signedBy(other, page)), signature: good.signature }
    expect(await codeOf(page.setSessions([good, bad]))).toBe('SIGNATURE_INVALID')
    expect(await browser.whoAmI()).toEqual([])
  })
})

describe('the cookie', () => {
  const signIn = async () => {
    const page = newPage()
    await page.addSession(await signedBy(eoa, page))
    return { page, jwt: browser.jar.get(cookieName) ?? '' }
  }
  const signedInBy = (jwt: string) => siwx.sessions({ headers: { cookie: `${cookieName}=${jwt}` } })
  async function* noBody(): AsyncGenerator<Uint8Array> {}

  test('is kept from scripts, from other sites and from plain connections', async () => {
    const page = newPage()
    const session = await signedBy(eoa, page)
    const response = await post('/siwx/sessions', { sessions: [session] })
    const [line = ''] = response.headers.getSetCookie()
    expect(line).toMatch(/^__Host-airlock-siwx=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/)
  })
  test('counts only as it was written [C215]', async () => {
    const { jwt } = await signIn()
    const [head = '', body = '', tag = ''] = jwt.split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const keyFor = (use: string, own = secret) => keyOf(own, use, store.epoch)
    const { payload } = await jwtVerify(jwt, await keyFor('cookie'))
    const forged = async (key: CryptoKey | Uint8Array, claims = payload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
    const cookies = [
      `${none}.${body}.`,
      `${head}.${body}.${tag.slice(0, -2)}AA`,
      await forged(new TextEncoder().encode(secret)),
      await forged(await keyFor('nonce')),
      await forged(await keyFor('cookie', `${secret} of another server`)),
      await forged(await keyOf(secret, 'cookie')),
      await forged(await keyFor('cookie'), { ...payload, aud: 'another' }),
      await forged(await keyFor('cookie'), { ...payload, exp: 1 }),
      await forged(await keyFor('cookie'), { ...payload, sid: undefined }),
      await forged(await keyFor('cookie'), { ...payload, sessions: [{}] }),
      'x'.repeat(20_000),
      '',
    ]
    for (const cookie of cookies) {
      expect(await siwx.sessions({ headers: { cookie: `${cookieName}=${cookie}` } })).toEqual([])
      expect(await siwx.sessions({ headers: { cookie: `airlock-siwx=${jwt}` } })).toEqual([])
    }
    expect(await forgedAsIs()).toHaveLength(1)
    expect(await siwx.sessions({ headers: new Headers({ cookie: `a=b; ${cookieName}=${jwt}; c=d` }) })).toHaveLength(1)

    async function forgedAsIs() {
      return signedInBy(await forged(await keyFor('cookie')))
    }
  })
  test('signs nobody in if another host of the domain has set one beside it [C215]', async () => {
    const { jwt } = await signIn()
    const cookie = `${cookieName}=${jwt}; ${cookieName}=${jwt}`
    expect(await siwx.sessions({ headers: { cookie } })).toEqual([])
  })
  test('does not count after its user has signed out, for any holder of a copy [C215]', async () => {
    const { page, jwt } = await signIn()
    await page.revokeSession(eoa.chainId, eoa.address)
    expect(await signedInBy(jwt)).toEqual([])
  })
  test('does not count after its user has replaced all sessions [C215]', async () => {
    const { page, jwt } = await signIn()
    await page.setSessions([await signedBy(other, page)])
    expect(await signedInBy(jwt)).toEqual([])
  })
  test('ends when the user signs both accounts out, if it was copied before the second one signed in [C215]', async () => {
    const { page, jwt } = await signIn()
    await page.addSession(await signedBy(other, page))
    expect(await signedInBy(jwt)).toHaveLength(1)
    for (const { chainId, address } of [other, eoa]) await page.revokeSession(chainId, address)
    expect(await signedInBy(jwt)).toEqual([])
  })
  test('stays signed out after the server has made its sessions shorter [C215]', async () => {
    const { jwt } = await signIn()
    const headers = { cookie: `${cookieName}=${jwt}`, origin }
    const shorter = createSiwxServer({ origin, secret, store, expiresIn: 60 })
    const query = new URLSearchParams({ chainId: eoa.chainId, accountAddress: eoa.address })
    const url = `https://app.example/siwx/sessions?${query}`
    expect((await shorter.answer(new Request(url, { method: 'DELETE', headers }))).status).toBe(200)
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] })
    expect(await shorter.sessions({ headers })).toEqual([])
  })
  test('ends with the user’s one if the holder of a copy has extended it [C215]', async () => {
    const { page, jwt } = await signIn()
    const thief = openBrowser(new Map([[cookieName, jwt]]))
    const extend = (sessions: readonly SIWXSession[]) =>
      thief.request('/siwx/sessions', { method: 'POST', body: JSON.stringify({ sessions }) })
    expect((await extend([])).status).toBe(400)
    expect((await extend([await signedBy(other, page)])).status).toBe(200)
    expect(await thief.whoAmI()).toHaveLength(2)
    await page.revokeSession(eoa.chainId, eoa.address)
    expect(await thief.whoAmI()).toEqual([])
  })
  test('does not count after a restart that forgot the sign-outs, nor do earlier nonces [C210] [C215]', async () => {
    const { page, jwt } = await signIn()
    const used = await signedBy(other, page)
    await page.addSession(used)
    await page.revokeSession(eoa.chainId, eoa.address)
    const { epoch: _, ...lasting } = store
    for (const restarted of [{}, { store: memoryStore() }]) {
      const server = createSiwxServer({ origin, secret, ...restarted })
      expect(await server.sessions({ headers: { cookie: `${cookieName}=${jwt}` } })).toEqual([])
      expect(await codeOf(server.verify([used]))).toBe('NONCE_INVALID')
    }
    // A store that lasts remembers both, and keeps users signed in.
    const [before, after] = [0, 1].map(() => createSiwxServer({ origin, secret, store: lasting }))
    const kept = createSiwx({ storage: { ...memoryStorage(), nonce: () => before?.nonce() ?? Promise.resolve('') } })
    const session = await signedBy(eoa, kept)
    expect(await before?.verify([session])).toHaveLength(1)
    expect(await codeOf(after?.verify([session]) ?? Promise.resolve())).toBe('NONCE_USED')
  })
  test('keeps each session until its own end [C212]', async () => {
    const hour = createSiwx({ storage: serverStorage(), expiresIn: 3600 })
    await hour.addSession(await signedBy(eoa, hour))
    const page = newPage()
    await page.addSession(await signedBy(other, page))
    vi.useFakeTimers({ now: Date.now() + 3_700_000, toFake: ['Date'] })
    expect(await browser.whoAmI()).toMatchObject([{ accountAddress: other.address }])
  })
  test('ends with the message, and at the latest after the time of the server', async () => {
    const hour = createSiwx({ storage: serverStorage(), expiresIn: 3600 })
    await hour.addSession(await signedBy(eoa, hour))
    const start = Date.now()
    vi.useFakeTimers({ now: start + 3_500_000, toFake: ['Date'] })
    expect(await browser.whoAmI()).toHaveLength(1)
    vi.setSystemTime(start + 3_601_000)
    expect(await browser.whoAmI()).toEqual([])
    vi.setSystemTime(start)
    const year = createSiwx({ storage: serverStorage(), expiresIn: 365 * 24 * 3600 })
    await year.addSession(await signedBy(eoa, year))
    vi.setSystemTime(start + 8 * 24 * 3_600_000)
    expect(await browser.whoAmI()).toEqual([])
  })
  test('a store that does not answer: no user is signed in, and the server is told [C337]', async () => {
    const { jwt } = await signIn()
    const failure = new Error('redis://user:password@internal is down')
    const onError = vi.fn()
    const down = createSiwxServer({ origin, secret, onError, store: { ...store, has: () => Promise.reject(failure) } })
    const headers = { cookie: `${cookieName}=${jwt}`, origin }
    await expect(down.sessions({ headers })).rejects.toBe(failure)
    // The client gets an answer that says nothing of it, and the server goes on.
    const response = { statusCode: 0, setHeader: vi.fn(), end: vi.fn() }
    const query = new URLSearchParams({ chainId: eoa.chainId, accountAddress: eoa.address })
    for (const [method, url] of [
      ['GET', `/siwx/sessions?${query}`],
      ['DELETE', `/siwx/sessions?${query}`],
    ]) {
      const request = Object.assign(noBody(), { method, url, headers })
      expect(await down.answerNode(request, response)).toBe(true)
      expect(response.statusCode).toBe(500)
      expect(response.end.mock.lastCall?.[0]).not.toContain('redis')
      expect(onError).toHaveBeenLastCalledWith(failure)
    }
  })
})

describe('requests', () => {
  test('from another site change nothing, and it reads nothing [C214]', async () => {
    const page = newPage()
    await page.addSession(await signedBy(eoa, page))
    const session = await signedBy(other, page)
    const query = `?${new URLSearchParams({ chainId: eoa.chainId, accountAddress: eoa.address })}`
    for (const from of [
      'https://evil.example',
      'null',
      'http://app.example',
      'https://app.example.evil.example',
      null,
    ]) {
      for (const [method, path] of [
        ['POST', '/siwx/nonce'],
        ['POST', '/siwx/sessions'],
        ['PUT', '/siwx/sessions'],
        ['DELETE', `/siwx/sessions${query}`],
      ] as const) {
        const response = await post(path, { sessions: [session] }, { method, from })
        expect([response.status, await response.json()]).toMatchObject([403, { code: 'ORIGIN_NOT_ALLOWED' }])
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
      }
      const preflight = await browser.request('/siwx/sessions', { method: 'OPTIONS', from })
      expect(preflight.status).toBe(403)
    }
    expect(await browser.whoAmI()).toMatchObject([{ accountAddress: eoa.address }])
  })
  test('from a listed page on another origin are answered, with its cookies', async () => {
    const response = await browser.request('/siwx/sessions', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    })
  })
  test.each([
    ['POST', '/siwx/sessions', '{'],
    ['POST', '/siwx/sessions', '[]'],
    ['POST', '/siwx/sessions', '{"sessions":[{}]}'],
    ['PUT', '/siwx/sessions', ''],
    ['POST', '/siwx/sessions', `{"sessions":["${'x'.repeat(600_000)}"]}`],
    ['DELETE', '/siwx/sessions', ''],
    ['DELETE', '/siwx/sessions?chainId=1&accountAddress=0x', ''],
  ])('are refused in another form: %s %s %.30s', async (method, path, body) => {
    const response = await post(path, body, { method })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }])
  })
  test('at another path below get 404, and beside go to the page’s own server', async () => {
    expect((await post('/siwx/constructor', '')).status).toBe(404)
    expect((await post('/siwx/nonce/', '')).status).toBe(404)
    expect(await (await post('/siwxnonce', '')).json()).toEqual([])
  })
})

test.each(spellings)('an account has one name, however its message spells it: $address [C338]', async (one) => {
  const { chainId, address, written, sign } = one
  await serve({ origin })
  const page = newPage()
  await page.addSession(await signedBy({ ...eoa, chainId, address, sign }, page))
  expect(await browser.whoAmI()).toMatchObject([{ chainId, accountAddress: written }])
  // The page asks with its own spelling.
  expect(await page.getSessions(chainId, address)).toMatchObject([{ data: { accountAddress: address } }])
  await page.addSession(await signedBy({ ...eoa, chainId, address: written, sign }, page))
  expect(await browser.whoAmI()).toHaveLength(1)
  await page.revokeSession(chainId, address)
  expect(await browser.whoAmI()).toEqual([])
})

test.each([
  { address: eoa.address.slice(2), why: 'without 0x' },
  { address: eoa.address.replace('0x', '0X'), why: '0X' },
  { address: eoa.address.replace(/[a-f]/, (letter) => letter.toUpperCase()), why: 'a wrong checksum' },
])('an address in no form of EIP-55 does not sign the user in: $why [C338]', async ({ address }) => {
  const page = newPage()
  expect(await codeOf(page.addSession(await signedBy({ ...eoa, address }, page)))).toBe('SIGNATURE_INVALID')
})

test('a server with routes of its own verifies and keeps sessions itself', async () => {
  const page = createSiwx({ storage: { ...memoryStorage(), nonce: siwx.nonce } })
  const session = await signedBy(eoa, page)
  expect(await siwx.verify([session])).toMatchObject([{ accountAddress: eoa.address, chainId: eoa.chainId }])
  expect(await codeOf(siwx.verify([session]))).toBe('NONCE_USED')
})

test('a server that is down, or answers something else, ends the sign-in', async () => {
  const page = newPage()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await codeOf(page.getSessions(eoa.chainId, eoa.address))).toBe('SERVER_UNREACHABLE')
  for (const [status, body] of [
    [200, '<html>'],
    [200, '{}'],
    [500, '{"code":"constructor","message":""}'],
  ] as const) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))
    expect(await codeOf(page.createMessage({ chainId: 'eip155:1', accountAddress: '' }))).toBe('SERVER_UNREACHABLE')
    expect(await codeOf(page.getSessions(eoa.chainId, eoa.address))).toBe('SERVER_UNREACHABLE')
  }
})

test.each([
  { origin: 'app.example' },
  { origin: 'https://app.example/' },
  { origin: [] },
  { origin: ['https://app.example', 'http://localhost:5173'] },
  { secret: 'short' },
  { expiresIn: 0 },
  { nonceExpiresIn: Number.POSITIVE_INFINITY },
  { path: 'siwx' },
  { path: '/' },
])('an option that cannot work throws: %o', (more) => {
  expect(() => createSiwxServer({ origin, secret, ...more })).toThrow()
})
