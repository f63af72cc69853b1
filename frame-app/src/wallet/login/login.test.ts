/** The login with a local server that verifies proofs independently, and answers as in the contract. */
import { createServer, type IncomingMessage } from 'node:http'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { type ServiceErrorCode, serviceErrors } from '@airlock/protocol/wallet-service/errors.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { EmbeddedJWK, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { startCalls } from '../../../test/support/key-worker.ts'
import { readLoginFailure } from '../../shared/login/failure.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { KeyWorkerCalls } from '../key-link/surface.ts'
import { openVault } from '../key-worker/vault.ts'
import { createEmailLogin, told } from './email-login.ts'
import { createHttp } from './http.ts'
import { createKeeper } from './kept.ts'
import { createSession } from './session.ts'
import { createLoginStore } from './store.ts'

installIndexedDb()

interface Asked {
  readonly path: string
  readonly body: unknown
  readonly proof: Readonly<Record<string, unknown>>
  readonly authorization: string | undefined
}
type Answer = { readonly status?: number; readonly body: unknown; readonly nonce?: string }

const refusal = (code: ServiceErrorCode, more: object = {}): Answer => {
  const [status, message] = serviceErrors[code]
  return { status, body: { code, message, requestId: 'request', ...more } }
}

/** Answers by path, in the given order; the last answer is repeated. */
async function startService() {
  /** Requests with a proof. */
  const asked: Asked[] = []
  const answers = new Map<string, Answer[]>()
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      const { authorization, dpop } = request.headers
      const path = new URL(request.url ?? '', 'http://localhost').pathname
      if (path !== walletEndpoints.nonce.path) {
        const { payload: proof } = await jwtVerify(String(dpop), EmbeddedJWK, { typ: 'dpop+jwt' })
        asked.push({ path, body, proof, authorization })
      }
      const waiting = answers.get(path) ?? []
      const answer = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? refusal('NOT_FOUND')
      if (answer.nonce !== undefined) response.setHeader('DPoP-Nonce', answer.nonce)
      response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    will: (path: string, ...list: Answer[]) => void answers.set(path, list),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
async function read(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  const text = Buffer.concat(parts).toString()
  return text === '' ? undefined : JSON.parse(text)
}

const opaque = (name: string) => `${name}-0000000000000000`
const sessionAnswer = (round: number, user = 'user'): Answer => ({
  body: {
    userId: opaque(user),
    deviceId: opaque('device'),
    accessToken: opaque(`access${round}`),
    accessExpiresIn: 600,
    refreshToken: opaque(`refresh${round}`),
    refreshExpiresIn: 3600,
  },
})
const started = (action: string, more: object = {}): Answer => ({
  body: { flowId: opaque('flow'), action, expiresIn: 600, resendAfter: 30, ...more },
})

let service: Awaited<ReturnType<typeof startService>>
let databases = 0
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.stop())

function client(storage?: Storage, hostOrigin = 'https://app.example') {
  const calls = startCalls(openVault(`login-${databases++}`))
  const call: KeyWorker['call'] = (method, request) => {
    const run: KeyWorkerCalls[typeof method] = calls[method]
    return run(request)
  }
  const http = createHttp(service.url, { call }, walletEndpoints.nonce)
  const store = createLoginStore('demo', hostOrigin, storage)
  const session = createSession(http, store, (_, work) => work())
  let now = Date.now()
  const login = createEmailLogin({
    projectId: 'demo',
    hostOrigin,
    http,
    recovery: undefined,
    session,
    store,
    renewDevice: () => call('renew', {}),
    now: () => now,
  })
  const pass = (ms: number) => {
    now += ms
  }
  return { http, store, session, login, pass }
}
const reasonOf = (work: Promise<unknown>) => work.then(() => 'done', readLoginFailure)
const never = new AbortController().signal

describe('a call', () => {
  test('has its nonce before its first proof, and another one before that grows old: no answer is a refusal', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const ok = { body: { ok: true } }
    service.will('/v1/nonce', { ...ok, nonce: 'first' }, { ...ok, nonce: 'second' })
    service.will('/v1/email/start', started('VERIFY_OTP'))
    const { http } = client()
    const ask = () =>
      http(walletEndpoints.emailStart, {
        request: { email: 'a@example.org', projectId: 'demo', hostOrigin: 'https://app.example' },
      })
    for (const seconds of [0, serviceLimits.nonceLifetime - 1, 1]) {
      vi.setSystemTime(Date.now() + seconds * 1000)
      await ask()
    }
    expect(service.asked.map(({ proof }) => proof.nonce)).toEqual(['first', 'first', 'second'])
    vi.useRealTimers()
  })

  test('proves method and address; what the service wants as a nonce is in the next proof, once', async () => {
    service.will('/v1/email/start', { ...refusal('USE_DPOP_NONCE'), nonce: 'first' }, started('VERIFY_OTP'))
    await client().login.start('a@example.org')
    expect(service.asked.map(({ proof }) => [proof.htm, proof.htu, proof.nonce])).toEqual([
      ['POST', `${service.url}/v1/email/start`, undefined],
      ['POST', `${service.url}/v1/email/start`, 'first'],
    ])
    expect(new Set(service.asked.map(({ proof }) => proof.jti)).size).toBe(2)
    expect(service.asked[0]?.body).toEqual({
      email: 'a@example.org',
      projectId: 'demo',
      hostOrigin: 'https://app.example',
      withoutSession: true,
    })
  })

  test('is refused after a second refusal of its nonce', async () => {
    service.will('/v1/email/start', { ...refusal('USE_DPOP_NONCE'), nonce: 'first' })
    await expect(client().login.start('a@example.org')).rejects.toMatchObject({ code: 'USE_DPOP_NONCE' })
    expect(service.asked).toHaveLength(2)
  })

  test('is unavailable if its answer does not fit the contract', async () => {
    for (const body of [{}, 'text', { flowId: 7 }]) {
      service.will('/v1/email/start', { body })
      expect(await reasonOf(client().login.start('a@example.org'))).toEqual({ reason: 'UNAVAILABLE' })
    }
  })
})

describe('the login', () => {
  test('on a new device: number, approval, code, session', async () => {
    service.will('/v1/email/start', started('VERIFY_DEVICE', { matchNumber: 42 }))
    const flow = (status: string) => ({ body: { status, action: 'VERIFY_DEVICE' } })
    service.will(`/v1/email/flows/${opaque('flow')}`, flow('pending'), flow('approved'))
    service.will('/v1/email/verify', refusal('OTP_INVALID', { left: 4 }), sessionAnswer(1))
    const { login, session, store } = client()

    const asked = await login.start('a@example.org')
    expect(asked).toEqual({ action: 'VERIFY_DEVICE', match: '42', expiresIn: 600, resendIn: 30 })
    expect(await login.awaitApproval(never)).toEqual({ status: 'pending' })
    expect(await login.awaitApproval(never)).toEqual({ status: 'approved' })
    expect(await reasonOf(login.verify('000000'))).toEqual({ reason: 'WRONG_CODE', triesLeft: 4 })
    expect(session.userId()).toBeUndefined()
    await login.verify('123456')
    expect(session.userId()).toBe(opaque('user'))
    expect(store.read('email')).toBe('a@example.org')
    expect(store.read('lastEmailLoginTime')).toBeUndefined()
  })

  test.each([
    ['COOLDOWN', { retryAfter: 12 }, { reason: 'COOL_DOWN', retryIn: 12 }],
    ['RATE_LIMITED', { retryAfter: 60 }, { reason: 'RATE_LIMITED', retryIn: 60 }],
    ['ORIGIN_NOT_ALLOWED', {}, { reason: 'ORIGIN_NOT_ALLOWED' }],
    ['UNAVAILABLE', {}, { reason: 'UNAVAILABLE' }],
    ['BAD_REQUEST', {}, { reason: 'INVALID_EMAIL' }],
  ] as const)('%s is told as its reason', async (code, more, failure) => {
    service.will('/v1/email/start', refusal(code, more))
    expect(await reasonOf(client().login.start('a@example.org'))).toEqual(failure)
  })

  test('a second mail waits half a minute, and is asked of the same login', async () => {
    service.will('/v1/email/start', started('VERIFY_OTP'))
    service.will('/v1/email/resend', { body: { resendAfter: 30 } }, refusal('FLOW_EXPIRED'))
    const { login, pass } = client()
    await login.start('a@example.org')
    expect(await reasonOf(login.start('a@example.org'))).toMatchObject({ reason: 'COOL_DOWN' })
    pass(30_000)
    expect(await login.start('a@example.org')).toMatchObject({ action: 'VERIFY_OTP', resendIn: 30 })
    pass(30_000)
    await login.start('a@example.org')
    const paths = service.asked.map(({ path }) => path)
    expect(paths).toEqual(['start', 'resend', 'resend', 'start'].map((step) => `/v1/email/${step}`))
  })

  test('a refused device, and a code without a login, end it', async () => {
    service.will('/v1/email/start', started('VERIFY_DEVICE'))
    service.will(`/v1/email/flows/${opaque('flow')}`, { body: { status: 'denied', action: 'VERIFY_DEVICE' } })
    const { login } = client()
    expect(await reasonOf(login.verify('123456'))).toEqual({ reason: 'EXPIRED' })
    await login.start('a@example.org')
    expect(await reasonOf(login.awaitApproval(never))).toEqual({ reason: 'DENIED' })
    expect(await reasonOf(login.awaitApproval(never))).toEqual({ reason: 'EXPIRED' })
  })

  test('an unreachable service is unavailable; an aborted call is not reported as such', async () => {
    const { login } = client()
    service.will('/v1/email/start', started('VERIFY_DEVICE'))
    await login.start('a@example.org')
    await expect(login.awaitApproval(AbortSignal.abort(new AirlockError('ABORTED')))).rejects.toMatchObject({
      code: 'ABORTED',
    })
    await service.stop()
    expect(await reasonOf(client().login.start('a@example.org'))).toEqual({ reason: 'UNAVAILABLE' })
    service = await startService()
  })
})

describe('the session', () => {
  async function signedIn(storage?: Storage) {
    const own = client(storage)
    service.will('/v1/email/start', started('VERIFY_OTP'))
    service.will('/v1/email/verify', sessionAnswer(1))
    await own.login.start('a@example.org')
    await own.login.verify('123456')
    return own
  }
  const user = (session: ReturnType<typeof createSession>) => session.call(walletEndpoints.user, { request: {} })
  const answer = { body: { userId: opaque('user'), email: 'a@example.org' } }

  test('sends its token with a proof that names it', async () => {
    const { session } = await signedIn()
    service.will('/v1/user', answer)
    expect(await user(session)).toMatchObject(answer.body)
    const last = service.asked.at(-1)
    expect(last?.authorization).toBe(`DPoP ${opaque('access1')}`)
    expect(last?.proof.ath).toMatch(/^[\w-]{43}$/)
  })

  test('may make the code unnecessary; without one, the service is told so', async () => {
    const { login, pass } = await signedIn()
    pass(31_000)
    await login.start('a@example.org')
    expect(
      service.asked.map(({ body }) => body).filter((body) => JSON.stringify(body).includes('email')),
    ).toMatchObject([{ withoutSession: true }, { email: 'a@example.org' }])
    expect(service.asked.at(-1)?.body).not.toHaveProperty('withoutSession')
  })

  test('does not replace the code if another user has signed in meanwhile', async () => {
    const { login, store, pass } = await signedIn()
    pass(31_000)
    service.will('/v1/email/start', started('CONNECT'), started('VERIFY_OTP'))
    const asked = login.start('A@Example.org')
    store.write('email', 'b@example.org')
    expect(await asked).toMatchObject({ action: 'VERIFY_OTP' })
    const bodies = service.asked.filter(({ path }) => path === '/v1/email/start').map(({ body }) => body)
    expect(bodies.slice(1).map((body) => JSON.stringify(body).includes('withoutSession'))).toEqual([false, true])
  })

  test('stays if its user has signed in while the previous one ended', async () => {
    const { session, store } = await signedIn()
    service.will('/v1/signout', { body: { ok: true } })
    const over = session.end()
    const next = { userId: opaque('other'), refreshToken: opaque('refresh9'), login: opaque('login') }
    store.write('session', next)
    await over
    expect(store.read('session')).toEqual(next)
  })

  test.each(['TOKEN_INVALID', 'DEVICE_REVOKED'] as const)('is not ended by %s for an older one', async (code) => {
    const { session, store } = await signedIn()
    service.will('/v1/user', refusal(code))
    const asked = user(session)
    const next = { userId: opaque('other'), refreshToken: opaque('refresh9'), login: opaque('login') }
    store.write('session', next)
    await expect(asked).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(store.read('session')).toEqual(next)
  })

  test('is not sent for a user who has signed in since', async () => {
    const { session, store } = await signedIn()
    const before = service.asked.length
    const next = { userId: opaque('other'), refreshToken: opaque('refresh9'), login: opaque('login') }
    store.write('session', next)
    await expect(user(session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(service.asked).toHaveLength(before)
    expect(store.read('session')).toEqual(next)
    service.will('/v1/token/refresh', sessionAnswer(10, 'other'))
    service.will('/v1/user', answer)
    await user(session)
    expect(service.asked.at(-1)?.authorization).toBe(`DPoP ${opaque('access10')}`)
    expect(service.asked.find(({ path }) => path === '/v1/token/refresh')?.body).toEqual({
      refreshToken: opaque('refresh9'),
    })
  })

  test('refreshes a token that has ended, and each refresh token is used once', async () => {
    const { session } = await signedIn()
    service.will('/v1/user', refusal('TOKEN_EXPIRED'), answer)
    service.will('/v1/token/refresh', sessionAnswer(2), sessionAnswer(3))
    await user(session)
    expect(service.asked.at(-1)?.authorization).toBe(`DPoP ${opaque('access2')}`)
    service.will('/v1/user', refusal('TOKEN_EXPIRED'), answer)
    await user(session)
    const used = service.asked.filter(({ path }) => path === '/v1/token/refresh').map(({ body }) => body)
    expect(used).toEqual([{ refreshToken: opaque('refresh1') }, { refreshToken: opaque('refresh2') }])
  })

  test.each(['TOKEN_REUSED', 'TOKEN_INVALID', 'DEVICE_REVOKED'] as const)('is over after %s', async (code) => {
    const { session } = await signedIn()
    service.will('/v1/user', refusal('TOKEN_EXPIRED'))
    service.will('/v1/token/refresh', refusal(code))
    await expect(user(session)).rejects.toMatchObject({ code })
    expect(session.userId()).toBeUndefined()
  })

  describe('has changed by the time its refresh is answered', () => {
    const kept = (name: string, round: number) => ({
      userId: opaque(name),
      refreshToken: opaque(`refresh${round}`),
      login: opaque('login'),
    })
    /** A page that was just loaded. `meanwhile` changes the session before the answer arrives. */
    const refreshing = (meanwhile: (own: ReturnType<typeof client>) => void) => {
      service.will('/v1/user', answer)
      const own = client()
      own.store.write('session', kept('user', 1))
      const asked = user(own.session)
      meanwhile(own)
      return { ...own, asked }
    }

    test('stays ended, where it was ended', async () => {
      service.will('/v1/token/refresh', sessionAnswer(2))
      const { session, asked } = refreshing((own) => own.session.forget())
      await expect(asked).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
      expect(session.userId()).toBeUndefined()
    })

    test.each([sessionAnswer(2), refusal('TOKEN_INVALID')])('is the one of another tab', async (late) => {
      service.will('/v1/token/refresh', late, sessionAnswer(4))
      const { store, asked } = refreshing((own) => own.store.write('session', kept('user', 3)))
      expect(await asked).toMatchObject(answer.body)
      expect(store.read('session')).toEqual(kept('user', 4))
      const used = service.asked.filter(({ path }) => path === '/v1/token/refresh').map(({ body }) => body)
      expect(used).toEqual([{ refreshToken: opaque('refresh1') }, { refreshToken: opaque('refresh3') }])
    })

    test.each([sessionAnswer(2), refusal('TOKEN_INVALID')])('is left to who has signed in since', async (late) => {
      service.will('/v1/token/refresh', late)
      const { store, asked } = refreshing((own) => own.store.write('session', kept('other', 3)))
      await expect(asked).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      expect(store.read('session')).toEqual(kept('other', 3))
      expect(service.asked.map(({ path }) => path)).toEqual(['/v1/token/refresh'])
    })
  })

  test('is over when its refresh token has ended too', async () => {
    const { session } = await signedIn()
    service.will('/v1/user', refusal('TOKEN_EXPIRED'))
    service.will('/v1/token/refresh', refusal('TOKEN_EXPIRED'))
    await expect(user(session)).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
    expect(session.userId()).toBeUndefined()
  })

  test('outlives the page, and ends when it is told to, whether or not the service answers', async () => {
    const items = new Map<string, string>()
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }
    vi.stubGlobal('localStorage', storage)
    await signedIn(localStorage)
    const reloaded = client(localStorage)
    expect(reloaded.session.userId()).toBe(opaque('user'))
    service.will('/v1/token/refresh', sessionAnswer(2))
    service.will('/v1/user', answer)
    await user(reloaded.session)
    service.will('/v1/signout', refusal('UNAVAILABLE'))
    await reloaded.session.end()
    expect(client(localStorage).session.userId()).toBeUndefined()
    vi.unstubAllGlobals()
  })

  test.each(['disconnected', 'notConnected'] as const)('sent transactions are deleted with the session: %s', (why) => {
    const store = createLoginStore('demo', 'https://app.example', undefined)
    const hash = `0x${'0a'.repeat(32)}` as const
    const account = `0x${'0b'.repeat(20)}` as const
    const sent = [{ scope: 'eip155:1', account, nonce: 0, hash, outcome: 'taken', at: 1 }] as const
    store.write('sentTransactions', [...sent])
    expect(store.read('sentTransactions')).toEqual(sent)
    store.clearCache(why)
    expect(store.read('sentTransactions')).toBeUndefined()
  })

  test.each([
    ['its user has disconnected', 'disconnected', undefined],
    ['nobody is connected, but for the time of an email that may be on its way', 'notConnected', 1],
  ] as const)('the items of the login cache go when %s', (_, why, left) => {
    const store = createLoginStore('demo', 'https://app.example', undefined)
    store.write('emailLoginUsed', true)
    store.write('email', 'a@example.org')
    store.write('social', 'google')
    store.write('socialUsername', 'ada')
    store.write('lastUsedChain', 'eip155:10')
    store.write('lastEmailLoginTime', 1)
    store.write('smartAccountEnabledNetworks', [1, 10])
    const cached = () => ({
      emailLoginUsed: store.read('emailLoginUsed'),
      email: store.read('email'),
      social: [store.read('social'), store.read('socialUsername')],
      chain: store.read('lastUsedChain'),
      time: store.read('lastEmailLoginTime'),
      networks: store.read('smartAccountEnabledNetworks'),
    })
    const social = ['google', 'ada']
    const all = { emailLoginUsed: true, email: 'a@example.org', social, chain: 'eip155:10', time: 1, networks: [1, 10] }
    expect(cached()).toEqual(all)
    store.clearCache(why)
    expect(cached()).toEqual({ social: [undefined, undefined], time: left })
  })

  test('invalid data in storage is not a session', () => {
    const store = createLoginStore('demo', 'https://app.example', undefined)
    store.write('email', 'no address')
    expect(store.read('email')).toBeUndefined()
  })
})

describe('the storage of the wallet’s own window', () => {
  let places = 0
  const set = { setId: 'set', userId: opaque('user'), deviceShare: new Uint8Array([1, 2, 3]), passkeys: [] }
  const pin = { walletId: 'wallet' }

  /** A frame of a page, with storage that lasts until `restart`. */
  function frameOf(projectId: string, hostOrigin = 'https://app.example') {
    const items = new Map<string, string>()
    const storage: Storage = {
      length: 0,
      key: () => null,
      clear: () => items.clear(),
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }
    const vault = openVault(`@airlock/${projectId}`)
    const calls = startCalls(vault)
    const call: KeyWorker['call'] = (method, request) => {
      const run: KeyWorkerCalls[typeof method] = calls[method]
      return run(request)
    }
    const http = createHttp(service.url, { call }, walletEndpoints.nonce)
    const store = createLoginStore(projectId, hostOrigin, storage)
    const session = createSession(http, store, (_, work) => work())
    const alone = <T>(_: string, work: () => Promise<T>) => work()
    const keeper = createKeeper({ projectId, hostOrigin, http, session, store, worker: { call }, alone, storage, told })
    const restart = async () => {
      await vault.erase()
      items.clear()
    }
    return { store, session, keeper, call, restart }
  }
  const put = async (projectId: string, name: 'sets' | 'pins', value: object, key?: string) => {
    const opening = indexedDB.open(`@airlock/${projectId}`)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const work = opening.result.transaction(name, 'readwrite')
    work.objectStore(name).put(value, key)
    await new Promise((resolve) => work.addEventListener('complete', resolve))
    opening.result.close()
  }
  const refreshes = () => service.asked.filter(({ path }) => path === walletEndpoints.tokenRefresh.path)
  const tokens = () => refreshes().map(({ body }) => body)
  const thumbprintOf = async ({ call }: ReturnType<typeof frameOf>) => (await call('device', {})).thumbprint

  /** Signed in by email and kept, in a window that has a storage of its own; then the browser has forgotten the frame. */
  async function forgotten() {
    const projectId = `kept-${places++}`
    const frame = frameOf(projectId)
    const device = await thumbprintOf(frame)
    await put(projectId, 'sets', set)
    await put(projectId, 'pins', pin, opaque('user'))
    service.will(walletEndpoints.emailStart.path, started('VERIFY_OTP'))
    service.will(walletEndpoints.emailVerify.path, sessionAnswer(1))
    service.will(walletEndpoints.tokenRefresh.path, ...[2, 3, 4, 5].map((round) => sessionAnswer(round)))
    const answer = sessionAnswer(1).body
    frame.session.begin(walletEndpoints.emailVerify.response.parse(answer))
    frame.session.connectHere()
    frame.store.write('email', 'ada@mail.example')
    const key = (await frame.keeper.keep({ indexedDB })) ?? ''
    return { projectId, frame, device, key }
  }

  test('goes on with the device, its wallet and its session, each with a refresh token of its own', async () => {
    const { frame, device, key } = await forgotten()
    expect(tokens()).toEqual([{ refreshToken: opaque('refresh1') }, { refreshToken: opaque('refresh1') }])
    expect(frame.store.read('session')?.refreshToken).toBe(opaque('refresh2'))
    await frame.restart()
    expect(await thumbprintOf(frame)).not.toBe(device)
    const kept = await frame.keeper.look({ indexedDB }, key)
    if (!kept) throw new Error('nothing is kept')
    expect(kept.content).toMatchObject({ email: 'ada@mail.example', sets: [set], pins: [[opaque('user'), pin]] })
    await frame.keeper.takeUp({ indexedDB }, kept, key)
    expect(await thumbprintOf(frame)).toBe(device)
    expect(frame.session.userId()).toBe(opaque('user'))
    expect(frame.session.isConnectedHere()).toBe(true)
    expect(frame.store.read('email')).toBe('ada@mail.example')
    // The window gets the next token at once, for the next time.
    expect(tokens().slice(2)).toEqual([{ refreshToken: opaque('refresh3') }, { refreshToken: opaque('refresh3') }])
    expect(frame.store.read('session')?.refreshToken).toBe(opaque('refresh4'))
    const next = await frame.keeper.look({ indexedDB }, key)
    expect(next?.content.session.refreshToken).toBe(opaque('refresh5'))
    expect((await frame.call('known', { userId: opaque('user') })).sets).toMatchObject([{ setId: 'set' }])
  })

  test('opens with the key of the last login on this site only: a made-up key opens nothing [C383]', async () => {
    const { frame, key } = await forgotten()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await frame.keeper.look({ indexedDB }, 'A'.repeat(43))).toBeUndefined()
    expect(await frame.keeper.keep({ indexedDB })).toBe(key)
    frame.session.forget()
    expect(await frame.keeper.keep({ indexedDB })).toBeUndefined()
    frame.session.begin(walletEndpoints.emailVerify.response.parse(sessionAnswer(1).body))
    frame.session.connectHere()
    const after = await frame.keeper.keep({ indexedDB })
    expect(after).not.toBe(key)
    expect(await frame.keeper.look({ indexedDB }, key)).toBeUndefined()
  })

  test('another site gets nothing of it, with the same key and with a copy of the record [C384]', async () => {
    const { projectId, frame, key } = await forgotten()
    const other = frameOf(projectId, 'https://other.example')
    expect(await other.keeper.look({ indexedDB }, key)).toBeUndefined()
    const opening = indexedDB.open(`@airlock/kept/${projectId}`)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const kept = opening.result.transaction('kept', 'readwrite').objectStore('kept')
    const read = kept.get('https://app.example')
    await new Promise((resolve) => read.addEventListener('success', resolve))
    const copied = kept.put(read.result, 'https://other.example')
    await new Promise((resolve) => copied.addEventListener('success', resolve))
    opening.result.close()
    expect(await other.keeper.look({ indexedDB }, key)).toBeUndefined()
    expect(await frame.keeper.look({ indexedDB }, key)).toBeDefined()
  })

  test.each([
    ['was signed out', 'TOKEN_INVALID', 'FORGOTTEN', false],
    ['is over', 'TOKEN_EXPIRED', 'FORGOTTEN', false],
    ['was used by somebody else', 'TOKEN_REUSED', 'FORGOTTEN', false],
    ['is of a device that was removed', 'DEVICE_REVOKED', 'DEVICE_REMOVED', false],
    ['cannot be asked about', 'UNAVAILABLE', 'UNAVAILABLE', true],
  ] as const)('a session that %s does not come back [C383]', async (_, code, reason, isKept) => {
    const { frame, key } = await forgotten()
    await frame.restart()
    const kept = await frame.keeper.look({ indexedDB }, key)
    if (!kept) throw new Error('nothing is kept')
    service.will(walletEndpoints.tokenRefresh.path, refusal(code))
    await expect(reasonOf(frame.keeper.takeUp({ indexedDB }, kept, key))).resolves.toMatchObject({ reason })
    expect(frame.session.userId()).toBeUndefined()
    expect(frame.store.read('email')).toBeUndefined()
    expect((await frame.keeper.look({ indexedDB }, key)) !== undefined).toBe(isKept)
  })

  test('leaves a session that was begun meanwhile, and a partition that knows another wallet', async () => {
    const { projectId, frame, device, key } = await forgotten()
    const kept = await frame.keeper.look({ indexedDB }, key)
    if (!kept) throw new Error('nothing is kept')
    await frame.restart()
    frame.session.begin(walletEndpoints.emailVerify.response.parse(sessionAnswer(9, 'another').body))
    await frame.keeper.takeUp({ indexedDB }, kept, key)
    expect(frame.session.userId()).toBe(opaque('another'))
    frame.session.forget()
    await thumbprintOf(frame)
    await put(projectId, 'pins', pin, opaque('another'))
    await expect(reasonOf(frame.keeper.takeUp({ indexedDB }, kept, key))).resolves.toMatchObject({
      reason: 'FORGOTTEN',
    })
    expect(await thumbprintOf(frame)).not.toBe(device)
  })
})
