/** The numbered attacks of the threat model against the service, short enough for every run. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLookup } from '../../src/crypto/lookup.ts'
import { createNetworkBudget, type NetworkBudget } from '../../src/wallet/domain/network-budget.ts'
import { codeCost, createOneTimeCodes } from '../../src/wallet/domain/one-time-code.ts'
import { tokenHash } from '../../src/wallet/domain/proof.ts'
import { createRateKeeper, networkRules } from '../../src/wallet/domain/rates.ts'
import { realOutside } from '../../src/wallet/outside.ts'
import { createRecipient, register } from './custodian.ts'
import { approve, createDevice, linkIn, type Proof, pick, signIn, signProof, start } from './device.ts'
import {
  cheapCodes,
  hostOrigin,
  projectId,
  publicUrl,
  startTestService,
  type TestService,
  walletOrigin,
} from './service.ts'

const many = 1_000_000
const limits = {
  mailsFromNetworkPerHour: many,
  mailsToAddressPerHour: many,
  mailsToAddressPerDay: many,
  codesFromNetworkPerMinute: many,
  callsOfDevicePerMinute: many,
  callsFromNetworkPerMinute: many,
}
let service: TestService
beforeEach(async () => {
  service = await startTestService({ limits })
})
afterEach(() => service.stop())

test('a stolen database holds no address, code, token or share in clear, and its codes cannot be tried without the pepper [A5]', async () => {
  const email = 'stolen@example.org'
  const { device, session } = await signIn(service, email)
  const { set, methods } = await register(device, session)
  service.advance(31_000)
  const { flowId, code } = await approve(service, await createDevice(service.app), email)
  const dump = ['', '-wal'].map((suffix) => readFileSync(`${service.file}${suffix}`).toString('latin1')).join('')
  const secrets = [
    email,
    session.accessToken,
    session.refreshToken,
    Buffer.from(set.authShare, 'base64url').toString('latin1'),
    Buffer.from(methods[0]?.wrappedR ?? '', 'base64url').toString('latin1'),
  ]
  for (const secret of secrets) expect(dump.includes(secret)).toBe(false)
  expect(dump.includes(session.userId)).toBe(true)
  const attempt = await service.store.codes.raise({ flowId, purpose: 'login', now: service.now() })
  if (attempt.outcome !== 'EVALUATE') throw new Error('No code to try')
  const withPepper = createOneTimeCodes({ lookup: service.lookup, outside: realOutside, cost: cheapCodes })
  const without = createOneTimeCodes({ lookup: createLookup(randomBytes(32)), outside: realOutside, cost: cheapCodes })
  const take = () => Promise.resolve(attempt)
  expect((await withPepper.judge(flowId, code, take)).isRight).toBe(true)
  expect((await without.judge(flowId, code, take)).isRight).toBe(false)
})

test('many guesses at once: five are evaluated, and then the right code is refused too [A9]', async () => {
  const device = await createDevice(service.app)
  const { flowId, code } = await approve(service, device, 'guessed@example.org')
  const guesses = Array.from({ length: 16 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  )
  const answers = await Promise.all(guesses.map((otp) => device.refused('emailVerify', { flowId, otp })))
  const codes = answers.map((answer) => answer.code)
  expect(codes.filter((answer) => answer === 'OTP_INVALID')).toHaveLength(5)
  expect(new Set(codes)).toEqual(new Set(['OTP_INVALID', 'OTP_LOCKED']))
  expect(
    answers
      .map(({ left }) => left)
      .filter((left) => left !== undefined)
      .sort((one, other) => one - other),
  ).toEqual([0, 1, 2, 3, 4])
  expect(await device.refused('emailVerify', { flowId, otp: code })).toMatchObject({ code: 'OTP_LOCKED', status: 423 })
})

test('after ten wrong codes in a row an unknown device is refused, and a known one has to wait longer each time [A9]', async () => {
  const email = 'hunted@example.org'
  const known = await signIn(service, email)
  await known.device.ask('signOut', {}, { accessToken: known.session.accessToken })
  for (let round = 0; round < 2; round += 1) {
    service.advance(31_000)
    const device = await createDevice(service.app)
    const { flowId, code } = await approve(service, device, email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess += 1) await device.refused('emailVerify', { flowId, otp: wrong })
  }
  const stranger = await createDevice(service.app)
  const refused = await stranger.refused('emailStart', { email, projectId, hostOrigin })
  expect(refused).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  service.advance(31_000)
  const { flowId, action } = await start(known.device, email)
  expect(action).toBe('VERIFY_OTP')
  const waits: number[] = []
  for (let guess = 0; guess < 3; guess += 1) {
    expect((await known.device.refused('emailVerify', { flowId, otp: '000000' })).code).toBe('OTP_INVALID')
    const { code, retryAfter = 0 } = await known.device.refused('emailVerify', { flowId, otp: '000000' })
    expect(code).toBe('RATE_LIMITED')
    waits.push(retryAfter)
    service.advance(retryAfter * 1000)
  }
  expect(waits[0]).toBeGreaterThanOrEqual(29)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits[2]).toBeGreaterThan((waits[0] ?? 0) * 1.5)
})

test('the right code in many tabs at once opens one session [A10]', async () => {
  const device = await createDevice(service.app)
  const { flowId, code } = await approve(service, device, 'tabs@example.org')
  const endpoint = walletEndpoints.emailVerify
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => device.send(endpoint, { body: { flowId, otp: code } })),
  )
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect((await device.refused('emailVerify', { flowId, otp: code })).code).toBe('OTP_EXPIRED')
})

test('an address that is known and one that is not get the same answer [A11]', async () => {
  const known = 'known@example.org'
  await signIn(service, known)
  service.advance(31_000)
  const answerTo = async (email: string) => {
    const response = await (await createDevice(service.app)).send(walletEndpoints.emailStart, {
      body: { email, projectId, hostOrigin },
    })
    const body = walletEndpoints.emailStart.response.parse(await response.json())
    const names = [...response.headers.keys()].sort()
    return { status: response.status, names, ...body, flowId: '', matchNumber: typeof body.matchNumber }
  }
  expect(await answerTo(known)).toEqual(await answerTo('nobody@example.org'))
})

test('a scanner that opens the link approves nothing [A12]', async () => {
  const device = await createDevice(service.app)
  const { flowId, matchNumber = 0 } = await start(device, 'scanned@example.org')
  const link = linkIn((await service.mailbox.next('scanned@example.org')).text)
  for (let visit = 0; visit < 10; visit += 1) {
    const page = await service.app.request(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await service.app.request(link, { method: 'HEAD' })).status).toBe(200)
  }
  expect(await device.ask('emailFlow', {}, { params: { flowId } })).toMatchObject({ status: 'pending' })
  const form = (headers: Record<string, string>) =>
    service.app.request('/v1/device/approve', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: `token=${link.slice(link.lastIndexOf('/') + 1)}&number=${matchNumber}`,
    })
  expect((await form({ Origin: 'https://evil.example' })).status).toBe(403)
  expect((await form({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect(await device.ask('emailFlow', {}, { params: { flowId } })).toMatchObject({ status: 'pending' })
  expect((await pick(service.app, link, matchNumber)).status).toBe(200)
})

test('a stolen token opens nothing without its key, and a proof is good for one request, here, now [A15, F6]', async () => {
  const { device, session } = await signIn(service, 'token@example.org')
  const { accessToken } = session
  const thief = await createDevice(service.app)
  expect(await thief.refused('user', {}, { accessToken })).toMatchObject({ code: 'TOKEN_INVALID', status: 401 })
  expect((await thief.refused('tokenRefresh', { refreshToken: session.refreshToken })).code).toBe('TOKEN_INVALID')

  const nonce = await freshNonce()
  const good: Proof = {
    htm: 'GET',
    htu: `${publicUrl}/v1/user`,
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    ath: tokenHash(accessToken),
    nonce,
  }
  const asked = async (proof: string) => {
    const response = await service.app.request('/v1/user', {
      headers: { Origin: walletOrigin, DPoP: proof, Authorization: `DPoP ${accessToken}` },
    })
    const body = (await response.json()) as { code?: string } // as: our own answer
    return body.code ?? response.status
  }
  const sign = (changed: Partial<Proof>) => device.sign({ ...good, jti: randomUUID(), ...changed })
  const once = await device.sign(good)
  expect(await asked(once)).toBe(200)
  expect(await asked(once)).toBe('PROOF_INVALID')
  expect(await asked(await sign({ jti: good.jti }))).toBe('PROOF_INVALID')
  expect(await asked(await sign({ htm: 'POST' }))).toBe('PROOF_INVALID')
  expect(await asked(await sign({ htu: `${publicUrl}/v1/wallets` }))).toBe('PROOF_INVALID')
  expect(await asked(await sign({ htu: 'https://evil.example/v1/user' }))).toBe('PROOF_INVALID')
  expect(await asked(await sign({ ath: tokenHash('another') }))).toBe('PROOF_INVALID')
  const { ath: _, ...nameless } = good
  expect(await asked(await device.sign({ ...nameless, jti: randomUUID() }))).toBe('PROOF_INVALID')
  expect(await asked(await sign({ nonce: `${nonce.split('.')[0]}.${'A'.repeat(43)}` }))).toBe('USE_DPOP_NONCE')
  // A proof by another key under this key's name; a wrong type; then invalid keys.
  const other = await generateKeyPair('ES256')
  expect(await asked(await signProof(other.privateKey, device.jwk, { ...good, jti: randomUUID() }))).toBe(
    'PROOF_INVALID',
  )
  expect(await asked(await device.sign({ ...good, jti: randomUUID() }, { typ: 'JWT' }))).toBe('PROOF_INVALID')
  // The private half included, another curve, a point off the curve, another kind of key.
  for (const jwk of [
    { ...device.jwk, d: 'A'.repeat(43) },
    { ...device.jwk, crv: 'P-384' },
    { ...device.jwk, x: 'A'.repeat(43) },
    { kty: 'oct', k: 'AAAA' },
    'key',
  ])
    expect(await asked(await device.sign({ ...good, jti: randomUUID() }, { jwk }))).toBe('PROOF_INVALID')
  const otherJwk = await exportJWK(other.publicKey)
  expect(await asked(await signProof(other.privateKey, otherJwk, { ...good, jti: randomUUID() }))).toBe('TOKEN_INVALID')
  expect(await asked('nonsense')).toBe('PROOF_INVALID')
  // A device whose clock is a day off is served: freshness comes from the nonce.
  expect(await asked(await sign({ iat: good.iat - 86_400 }))).toBe(200)
  expect(await asked(await sign({ iat: good.iat + 86_400 }))).toBe(200)
  service.advance(serviceLimits.nonceLifetime * 1000)
  expect(await asked(await sign({}))).toBe(200)
  service.advance(6 * 60_000)
  expect(await asked(await sign({}))).toBe('USE_DPOP_NONCE')

  async function freshNonce(): Promise<string> {
    const response = await service.app.request(walletEndpoints.nonce.path)
    return response.headers.get('dpop-nonce') ?? ''
  }
})

test('many tabs that refresh at once all stay signed in; the same token later ends the family [A16]', async () => {
  const { device, session } = await signIn(service, 'refresh@example.org')
  const refresh = () => device.ask('tokenRefresh', { refreshToken: session.refreshToken })
  const pairs = await Promise.all(Array.from({ length: 20 }, refresh))
  for (const { accessToken } of pairs) await device.ask('user', {}, { accessToken })
  service.advance(31_000)
  expect((await device.refused('tokenRefresh', { refreshToken: session.refreshToken })).code).toBe('TOKEN_REUSED')
  for (const { accessToken, refreshToken } of pairs.slice(0, 2)) {
    expect((await device.refused('user', {}, { accessToken })).status).toBe(401)
    expect((await device.refused('tokenRefresh', { refreshToken })).status).toBe(401)
  }
})

test('no code, token, share, link or address is in the log, whatever happens [A25]', async () => {
  const email = 'silent@example.org'
  const { device, session } = await signIn(service, email)
  const candidate = await register(device, session)
  const { recipient } = await createRecipient()
  const more = { accessToken: session.accessToken, params: { walletId: candidate.walletId } }
  await device.ask('walletShare', { recipient }, more)
  await device.refused('walletShare', { recipient: 'nothing', email }, more)
  await device.refused('emailVerify', { flowId: randomUUID(), otp: '123456' })
  await service.app.request(`/device/${email}`)
  await service.app.request(`/v1/nothing?email=${email}`)
  const broken = service.store.close()
  await broken
  await device.send(walletEndpoints.user, { accessToken: session.accessToken })
  const text = service.logs.join('\n')
  expect(text).toContain('"code":')
  const letters = service.mailbox.letters.map((letter) => letter.text)
  const secrets = [
    email,
    session.accessToken,
    session.refreshToken,
    candidate.set.authShare,
    candidate.walletId,
    ...letters.flatMap((letter) => letter.match(/\b\d{6}\b|\/device\/[\w-]+/g) ?? []),
  ]
  expect(secrets.length).toBeGreaterThan(6)
  for (const secret of secrets)
    expect(text.includes(secret), createHash('sha256').update(secret).digest('hex')).toBe(false)
})

test('a large body is refused before it is read, and a flood of calls by one device is slowed [A26]', async () => {
  const device = await createDevice(service.app)
  const large = { email: `${'a'.repeat(70_000)}@example.org`, projectId, hostOrigin }
  expect((await device.send(walletEndpoints.emailStart, { body: large })).status).toBe(413)
  const slow = await startTestService({ limits: { callsOfDevicePerMinute: 5 } })
  try {
    const flooding = await createDevice(slow.app)
    const answers: string[] = []
    for (let call = 0; call < 8; call += 1)
      answers.push((await flooding.refused('emailFlow', {}, { params: { flowId: 'x'.repeat(22) } })).code)
    expect(answers.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(2)
    const other = await createDevice(slow.app)
    await start(other, 'other@example.org')
  } finally {
    await slow.stop()
  }
})

test('guesses at nonexistent logins wait in a separate queue, not ahead of users with a code [A26]', async () => {
  const codes = createOneTimeCodes({ lookup: service.lookup, outside: realOutside, cost: codeCost })
  const kept = await codes.hash('flow', '123456')
  let pretended = 0
  const guesses = Array.from({ length: 12 }, async () => {
    await codes.pretend()
    pretended += 1
  })
  const take = () => Promise.resolve({ outcome: 'EVALUATE', ...kept })
  expect((await codes.judge('flow', '123456', take)).isRight).toBe(true)
  expect(pretended).toBeLessThan(4)
  await Promise.all(guesses)
})

test('a full queue for slow hashes costs no user a try [C94]', async () => {
  const codes = createOneTimeCodes({ lookup: service.lookup, outside: realOutside, cost: codeCost })
  const kept = await codes.hash('flow', '123456')
  let taken = 0
  const take = () => {
    taken += 1
    return Promise.resolve({ outcome: 'EVALUATE', ...kept })
  }
  const crowd = Array.from({ length: 80 }, () => codes.judge('flow', '000000', take))
  const results = await Promise.allSettled(crowd)
  const judged = results.filter(({ status }) => status === 'fulfilled').length
  expect(judged).toBeLessThan(80)
  expect(taken).toBe(judged)
})

test('email requests by unknown devices do not block a known device [C74]', async () => {
  const guarded = await startTestService({ limits: { codesFromNetworkPerMinute: many } })
  try {
    const email = 'busy@example.org'
    const { device } = await signIn(guarded, email)
    guarded.advance(25 * 60 * 60_000)
    const codesOf = async () => {
      const stranger = await createDevice(guarded.app)
      const [refused] = await Promise.allSettled([start(stranger, email)])
      return refused.status
    }
    const asked: string[] = []
    for (let count = 0; count < 8; count += 1) asked.push(await codesOf())
    expect(asked).toContain('rejected')
    const ask = () => device.ask('emailStart', { email, projectId, hostOrigin, withoutSession: true })
    expect(await ask()).toMatchObject({ action: 'VERIFY_OTP' })
    // The device's own budget is limited too.
    const own: string[] = []
    for (let count = 0; count < 8; count += 1) {
      guarded.advance(31_000)
      const [again] = await Promise.allSettled([ask()])
      own.push(again.status)
    }
    expect(own.filter((status) => status === 'fulfilled').length).toBe(4)
  } finally {
    await guarded.stop()
  }
})

test('a flood of calls with a fresh key each is refused before anything is stored [C75]', async () => {
  const slow = await startTestService({ limits: { callsFromNetworkPerMinute: 10 } })
  try {
    const remember = vi.spyOn(slow.store, 'transaction')
    const answers: string[] = []
    for (let call = 0; call < 20; call += 1) {
      const device = await createDevice(slow.app)
      answers.push((await device.refused('tokenRefresh', { refreshToken: 'x'.repeat(43) })).code)
    }
    expect(answers.slice(10)).toEqual(Array(10).fill('RATE_LIMITED'))
    expect(remember.mock.calls.length).toBeLessThanOrEqual(10)
  } finally {
    await slow.stop()
  }
})

const ofOneCustomer = (count: number) =>
  Array.from({ length: count }, (_, line) => `2001:db8:1:${line.toString(16)}::1`)

test('a customer with many networks does not get a budget for each [C75]', async () => {
  const slow = await startTestService({ limits: { callsFromNetworkPerMinute: 4 } })
  try {
    const device = await createDevice(slow.app)
    const callFrom = async (address: string) =>
      (
        await device.refused(
          'tokenRefresh',
          { refreshToken: 'x'.repeat(43) },
          { headers: { 'X-Test-Address': address } },
        )
      ).code
    const answers: string[] = []
    for (const address of ofOneCustomer(40)) answers.push(await callFrom(address))
    expect(answers.slice(20)).toEqual(Array(20).fill('RATE_LIMITED'))
    expect(await callFrom('2001:db8:2::1')).not.toBe('RATE_LIMITED')
  } finally {
    await slow.stop()
  }
})

/** How many of these calls are admitted, all at the same time. */
const admitted = (spend: NetworkBudget, addresses: readonly string[]): number =>
  addresses.filter((address) => {
    try {
      spend(address, 0)
      return true
    } catch {
      return false
    }
  }).length

test('a whole /48 has five times the budget of one line, and one line cannot use it up [C75]', () => {
  const spend = createNetworkBudget({ callsFromNetworkPerMinute: 4 })
  expect(admitted(spend, Array<string>(1000).fill('2001:db8:1::1'))).toBe(4)
  expect(admitted(spend, ofOneCustomer(65_536))).toBe(16)
})

test('neighbouring IPv4 addresses have separate budgets [C75]', () => {
  const spend = createNetworkBudget({ callsFromNetworkPerMinute: 1 })
  const neighbours = Array.from({ length: 256 }, (_, host) => `203.0.113.${host}`)
  expect(admitted(spend, neighbours)).toBe(256)
})

test('many other networks do not free a refused one [C75]', () => {
  const spend = createNetworkBudget({ callsFromNetworkPerMinute: 2 })
  const refused = ['203.0.113.7', '2001:db8:1::1']
  for (const address of refused) expect(admitted(spend, [address, address, address])).toBe(2)
  const crowd = Array.from({ length: 50_000 }, (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
  const customers = Array.from({ length: 50_000 }, (_, index) => `2001:db9:${index.toString(16)}::1`)
  expect(admitted(spend, [...crowd, ...customers])).toBe(100_000)
  expect(admitted(spend, refused)).toBe(0)
})

test.each(networkRules)(
  '%s counts a customer who owns many networks, and neighbours with IPv4 addresses apart [C75]',
  async (rule) => {
    const rates = createRateKeeper(service.store, service.lookup, { [rule]: 2 })
    const hitAll = (addresses: readonly string[]) =>
      Promise.allSettled(addresses.map((address) => rates.hitFrom(rule, address, 0)))
    const isRefused = ({ status }: PromiseSettledResult<void>) => status === 'rejected'
    expect((await hitAll(ofOneCustomer(30))).filter(isRefused)).toHaveLength(20)
    expect((await hitAll(['203.0.113.7', '203.0.113.7', '203.0.113.7'])).filter(isRefused)).toHaveLength(1)
    const neighbours = Array.from({ length: 30 }, (_, host) => `203.0.113.${host + 100}`)
    expect((await hitAll(neighbours)).filter(isRefused)).toHaveLength(0)
  },
)

test('readiness writes once a second, however often it is asked for [C75]', async () => {
  const ping = vi.spyOn(service.store, 'ping')
  const answers = await Promise.all(Array.from({ length: 50 }, async () => service.app.request('/readyz')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(ping).toHaveBeenCalledTimes(1)
})
