/** The modal's unmodified gateway client with a stand-in of the hosted API: all of its answers, and everything that it omits. */
import { History } from '@airlock/protocol/gateway/history.ts'
import { FoundName, Identity, NameRecords, type NameRequest } from '@airlock/protocol/gateway/names.ts'
import { Balances, GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  fetchBalances,
  fetchCollectibles,
  fetchHistory,
  fetchIdentity,
  fetchSupportedChains,
} from '../../../frame-app/src/modal/core/api/gateway.ts'
import { type GatewayService, refusalOf } from '../../../frame-app/src/modal/core/api/gateway-call.ts'
import { gatewayImage } from '../../../frame-app/src/modal/core/api/gateway-image.ts'
import { nameMessage } from '../../../frame-app/src/modal/core/api/name-rules.ts'
import { fetchAvailability, fetchNames, postName } from '../../../frame-app/src/modal/core/api/names.ts'
import { createScope } from '../../../frame-app/src/modal/core/scope.ts'
import { readTokens } from '../../../frame-app/src/modal/features/assets/state/token-rules.ts'
import {
  groupByMonth,
  joinEntries,
  readEntries,
} from '../../../frame-app/src/modal/features/ledger/state/activity-rules.ts'
import { statusOf } from '../../../frame-app/src/shared/http/bounded.ts'
import { createHostedApi, magicProjects } from './app.ts'

const chainId = 'eip155:1'
const polygon = 'eip155:137'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const solanaAddress = '7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE'
const { signal } = new AbortController()
const scope = createScope()
const realFetch = globalThis.fetch

let now: number
let hosted: ReturnType<typeof createHostedApi>
let server: Listening
let service: GatewayService
let origin: string | undefined

beforeAll(async () => {
  server = await listenOnLoopback((request, response) => getRequestListener(hosted.app.fetch)(request, response), 0)
})
afterAll(() => server.close())
beforeEach(() => {
  now = Date.parse('2025-05-04T12:00:00Z')
  hosted = createHostedApi({ now: () => now })
  origin = 'https://modal.example'
  service = { base: `http://127.0.0.1:${server.port}`, projectId: 'a'.repeat(32), sdkVersion: 'html-universal-1.2.3' }
  // Like a browser.
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    if (origin !== undefined) headers.set('origin', origin)
    return realFetch(input, { ...init, headers })
  })
})
afterEach(() => vi.unstubAllGlobals())

const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
  fetch(`${service.base}${path}?${new URLSearchParams({ projectId: service.projectId, ...query })}`, {})
const balancesOn = (network: typeof chainId | typeof polygon | typeof solana, of = address) =>
  fetchBalances(service, { address: of, chainId: network, currency: 'usd' }, signal, { scope })

describe('networks', () => {
  test('are read with those of namespaces that the modal does not know', async () => {
    const supported = await fetchSupportedChains(service, signal)
    expect([chainId, solana, 'sui:mainnet'].every((id) => supported.has(id))).toBe(true)
  })
})

describe('balances', () => {
  test('are those of the asked network; a malformed row is skipped, and no picture is loaded [C140]', async () => {
    const tokens = readTokens(await balancesOn(chainId))
    expect(tokens.map(({ symbol, amount, value }) => [symbol, amount, value])).toEqual([
      ['ETH', '1.2', 3_662.4],
      ['USDC', '25', 25],
      ['DUST', '0', undefined],
      ['HRB', '12.5', undefined],
    ])
    expect(tokens.map(({ icon }) => gatewayImage(icon, { base: service.base, side: 32 }))).toEqual(
      tokens.map(() => undefined),
    )
  })

  test('answers for another network are never shown, and read again once the hosted API has forgotten them [C140]', async () => {
    hosted = createHostedApi({
      // Six seconds between two answers.
      now: () => {
        now += 6_000
        return now
      },
    })
    await balancesOn(chainId)
    const found = await fetchBalances(service, { address, chainId: polygon, currency: 'usd' }, signal, {
      scope,
      pauseMs: 0,
    })
    expect(found).toHaveLength(4)
    expect(new Set(found.map((one) => one.chainId))).toEqual(new Set([polygon]))
  })

  test('answers for another network are dropped if no others arrive, and loading ends with the view', async () => {
    await balancesOn(chainId)
    const query = { address, chainId: polygon, currency: 'usd' } as const
    expect(await fetchBalances(service, query, signal, { scope, pauseMs: 0 })).toEqual([])
    const leaving = new AbortController()
    const asked = fetchBalances(service, query, leaving.signal, { scope })
    leaving.abort()
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('Solana: the currency has no address, and every mint has its network', async () => {
    expect((await balancesOn(solana, solanaAddress)).map(({ symbol, address: token }) => [symbol, token])).toEqual([
      ['SOL', undefined],
      ['USDC', `${solana}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`],
      ['USDT', `${solana}:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB`],
    ])
  })

  test.each([
    { without: 'an origin', from: undefined, sdkVersion: 'html-universal-1.2.3' },
    { without: 'a version', from: 'https://modal.example', sdkVersion: '' },
    { without: 'a version that it answers', from: 'https://modal.example', sdkVersion: 'html-wagmi-1.6.5' },
  ])('are empty without $without', async ({ from, sdkVersion }) => {
    origin = from
    service = { ...service, sdkVersion }
    expect(await balancesOn(chainId)).toEqual([])
  })

  test('a failed provider is an error with the reason', async () => {
    hosted.setDown('balance')
    const error = await balancesOn(chainId).catch((one: unknown) => one)
    expect(refusalOf(error)).toMatchObject({ status: 503, description: 'Balance provider is temporarily unavailable' })
  })
})

describe('history', () => {
  test('has both pages, without spam and other networks, grouped by month over two years [C140]', async () => {
    const first = await fetchHistory(service, { address, chainId, cursor: undefined }, signal)
    const second = await fetchHistory(service, { address, chainId, cursor: first.next }, signal)
    expect(second.next).toBeUndefined()
    const reading = { address, chainId } as const
    const entries = joinEntries(readEntries(first.rows, reading), readEntries(second.rows, reading))
    expect(first.rows.length + second.rows.length).toBe(11)
    expect(entries.map(({ operation, status, movements }) => [operation, status, movements.length])).toEqual([
      ['trade', 'confirmed', 2],
      ['receive', 'confirmed', 1],
      ['execute', 'confirmed', 3],
      ['mint', 'confirmed', 1],
      ['send', 'failed', 1],
      ['approve', 'confirmed', 0],
      ['revoke delegation', 'confirmed', 0],
      ['receive', 'confirmed', 1],
    ])
    expect(entries.find(({ operation }) => operation === 'mint')?.movements).toMatchObject([{ label: 'Cool Cat #7' }])
    expect(groupByMonth(entries).map(({ entries: all }) => all.length)).toEqual([2, 2, 2, 2])
  })

  test('Solana: two rows of one block are both there', async () => {
    const query = { address: solanaAddress, chainId: solana } as const
    const first = await fetchHistory(service, { ...query, cursor: undefined }, signal)
    expect(first.next).toBe('2')
    const second = await fetchHistory(service, { ...query, cursor: first.next }, signal)
    const entries = joinEntries(readEntries(first.rows, query), readEntries(second.rows, query))
    expect(new Set(first.rows.map(({ id }) => id)).size).toBe(1)
    expect(entries).toHaveLength(4)
  })

  test('purchases parse, grow, and end with an empty cursor', async () => {
    const read = async () =>
      History.parse(await (await get(`/v1/account/${address}/history`, { onramp: 'coinbase' })).json())
    expect((await read()).data).toHaveLength(1)
    const { data, next } = await read()
    expect(data.map(({ metadata }) => metadata.status)).toEqual([
      'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
    ])
    expect(next).toBe('')
  })

  test('a failed provider is an error with the reason', async () => {
    hosted.setDown('history')
    const asked = fetchHistory(service, { address, chainId, cursor: undefined }, signal)
    expect(refusalOf(await asked.catch((one: unknown) => one))).toMatchObject({ status: 503 })
  })
})

test('there are no NFTs, and that is a 404 without a reason', async () => {
  const asked = fetchCollectibles(service, { address, chainId, cursor: undefined }, signal)
  const error = await asked.catch((one: unknown) => one)
  expect(statusOf(error)).toBe(404)
  expect(refusalOf(error)).toBeUndefined()
})

describe('identity', () => {
  test('is a name of ENS, then one of the registry, then nothing', async () => {
    expect(await fetchIdentity(service, address, signal)).toEqual({ name: null, avatar: null, resolvedAt: null })
    expect(await fetchIdentity(service, solanaAddress, signal)).toMatchObject({ name: null })
    hosted.nameOnEns(address, 'alice.eth', 'https://euc.li/alice.eth')
    const identity = Identity.parse(await fetchIdentity(service, address, signal))
    expect(identity).toMatchObject({ name: 'alice.eth', avatar: 'https://euc.li/alice.eth' })
    expect(gatewayImage(identity.avatar, { base: service.base, side: 64 })).toBeUndefined()
  })
})

describe('names', () => {
  const account = privateKeyToAccount(generatePrivateKey())
  const request = async (name: string, at = now, by = account): Promise<NameRequest> => {
    const message = nameMessage(name, at)
    return { coin_type: 60, address: account.address, message, signature: await by.signMessage({ message }) }
  }
  const failure = async (asked: Promise<unknown>) => refusalOf(await asked.catch((one: unknown) => one))

  test('are looked up, signed, registered and found', async () => {
    expect(await fetchNames(service, account.address, signal)).toEqual([])
    expect(await fetchAvailability(service, 'harb', signal)).toEqual({
      name: 'harb.reown.id',
      suffix: '.reown.id',
      isTaken: false,
      alternatives: ['harbour'],
    })
    await postName(service, await request('harbour.reown.id'), signal)
    expect(await fetchNames(service, account.address, signal)).toEqual(['harbour.reown.id'])
    expect(await fetchAvailability(service, 'harbour', signal)).toMatchObject({ isTaken: true })
    expect(await fetchIdentity(service, account.address, signal)).toMatchObject({ name: 'harbour.reown.id' })
    // The case of the address matters.
    expect(await fetchNames(service, account.address.toLowerCase(), signal)).toEqual([])
  })

  const stranger = privateKeyToAccount(generatePrivateKey())
  test.each<[string, () => Promise<NameRequest>, number, string, string]>([
    ['that are taken', () => request('taken.reown.id'), 400, 'name', 'already registered'],
    ['of another zone', () => request('alice.other.id'), 400, 'name', 'allowed zones'],
    ['in capitals', () => request('Alice.reown.id'), 400, 'name', 'name format'],
    ['signed too long ago', () => request('alice.reown.id', now - 11_000), 400, 'timestamp', 'too old'],
    ['signed by a stranger', () => request('alice.reown.id', now, stranger), 401, 'signature', 'verification error'],
    ['for no network', () => changed({ coin_type: 2 ** 31 + 4 }), 400, 'coin_type', '2147483652'],
    ['whose message is none', () => changed({ message: 'alice' }), 422, '', 'Deserialization error'],
  ])('%s are refused with the reason', async (_, made, status, field, text) => {
    await postName(service, await request('taken.reown.id'), signal)
    const refusal = await failure(postName(service, await made(), signal))
    expect(refusal).toMatchObject({ status, field })
    expect(refusal?.description).toContain(text)
  })
  const changed = async (part: Partial<NameRequest>) => ({ ...(await request('alice.reown.id')), ...part })

  test('are refused with plain text if the body is invalid, which is not shown', async () => {
    const post = (body: string) => fetch(`${service.base}/v1/profile/account`, { method: 'POST', body })
    for (const [body, status] of [
      ['{', 400],
      ['{}', 422],
    ] as const) {
      const response = await post(body)
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/plain; charset=utf-8'])
      expect(await response.text()).toMatch(/^Failed to /)
    }
  })

  test('answer an unknown name with an error, and with version 2 with an empty list', async () => {
    expect(GatewayFailure.parse(await (await get('/v1/profile/account/alice')).json()).reasons[0]?.description).toMatch(
      /name length/,
    )
    const path = '/v1/profile/account/alice.reown.id'
    expect((await get(path)).status).toBe(404)
    expect(FoundName.parse(await (await get(path, { apiVersion: '2' })).json())).toEqual([])
    expect((await get(`/v1/profile/reverse/${address}`)).status).toBe(404)
    expect(NameRecords.parse(await (await get(`/v1/profile/reverse/${address}`, { apiVersion: '2' })).json())).toEqual(
      [],
    )
  })
})

describe('every call', () => {
  test.each([
    [magicProjects.unknown, 401, 'authentication'],
    [magicProjects.overQuota, 429, 'address'],
    [magicProjects.overRate, 429, 'rate_limited'],
  ] as const)('is refused for project %s with %i', async (projectId, status, field) => {
    service = { ...service, projectId }
    const error = await balancesOn(chainId).catch((one: unknown) => one)
    expect(refusalOf(error)).toMatchObject({ status, field })
  })

  test.each(['/v1/onramp/options', '/v1/onramp/quote', '/v1/convert/quotes', '/nowhere'])(
    '%s is not there',
    async (path) => {
      const response = await get(path)
      expect([response.status, await response.text()]).toEqual([404, ''])
    },
  )

  test('is for every site, and has an id', async () => {
    const answered = await get(`/v1/account/${address}/balance`, { currency: 'usd', sv: 'html-universal-1' })
    expect(Balances.safeParse(await answered.clone().json()).success).toBe(false)
    const refusedOne = await get('/v1/identity/nobody')
    const preflight = await fetch(`${service.base}/v1/profile/account`, {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
    })
    expect([answered.status, refusedOne.status, preflight.status]).toEqual([200, 400, 204])
    for (const { headers } of [answered, refusedOne]) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    for (const { headers } of [answered, refusedOne, preflight])
      expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type')
  })
})
