/** An aggregator as a second source, with a stand-in for 0x's version 2 API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { assetOf, convertOf, openPlace, orderOf, type Place, tokens, trader } from './place.ts'

const { signal } = new AbortController()
const ether = 10n ** 18n
const holder = '0x0000000000001fF3684f28c67538d4D072C22734'
const secret = 'secret-key-of-the-operator'

let place: Place
let server: Listening
let answer: unknown
let status = 200
const asked: { url: URL; key: unknown }[] = []

const good = {
  liquidityAvailable: true,
  buyAmount: '9000000000',
  minBuyAmount: '8910000000',
  gas: '210000',
  allowanceTarget: holder,
  transaction: { to: holder, data: '0x2213bc0b', value: ether.toString(), gas: '210000', gasPrice: '1' },
}

beforeAll(async () => {
  place = await openPlace()
  server = await listenOnLoopback((request, response) => {
    asked.push({ url: new URL(request.url ?? '', 'http://aggregator.example'), key: request.headers['0x-api-key'] })
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
  }, 0)
}, 60_000)
beforeEach(() => {
  asked.length = 0
  answer = good
  status = 200
})
afterAll(async () => {
  await server.close()
  await place.stop()
})

const convert = () =>
  convertOf(place.network(), {
    fee: { bps: 85, recipient: trader },
    aggregator: { url: `http://127.0.0.1:${server.port}/api`, key: secret, spender: holder },
  })
const quote = async (routers?: 'known' | 'any', from: 'native' | 'demo' = 'native') => {
  const pair = { from: assetOf(from), to: assetOf('stable') }
  const { quotes } = await convert().quotes({ ...pair, amount: ether.toString(), routers, signal })
  return quotes[0]
}
const build = () =>
  convert().buildSwap({
    ...orderOf('native', 'stable', ether),
    routers: 'any',
    disableEstimate: true,
    signal,
  })

test('is asked with the key, and its better price is taken', async () => {
  expect(await quote('any')).toMatchObject({ toAmount: '9000000000', route: [{ kind: 'aggregator' }] })
  expect(asked).toHaveLength(1)
  const [{ url, key } = { url: undefined, key: undefined }] = asked
  expect(key).toBe(secret)
  expect(url?.pathname).toBe('/api/swap/allowance-holder/price')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    chainId: '31337',
    sellToken: tokens.native,
    buyToken: tokens.stable,
    sellAmount: ether.toString(),
    slippageBps: '100',
    swapFeeBps: '85',
    swapFeeRecipient: trader,
    swapFeeToken: tokens.stable,
  })
})

test('builds its own call, which says at least what was asked for', async () => {
  const { tx } = await build()
  expect(tx).toMatchObject({ to: `eip155:31337:${holder}`, data: '0x2213bc0b', value: ether.toString() })
  expect(asked[0]?.url.searchParams.get('taker')).toBe(trader)
})

test.each([undefined, 'known'] as const)('is not asked for a client that accepts only %s routers', async (routers) => {
  expect((await quote(routers))?.route).not.toMatchObject([{ kind: 'aggregator' }])
  expect(asked).toHaveLength(0)
})

describe('is ignored', () => {
  test.each([
    ['with a worse price', { ...good, buyAmount: '1' }],
    ['with nothing to offer', { liquidityAvailable: false }],
    ['with an answer of another form', { ...good, buyAmount: -1 }],
    ['with a large answer', { ...good, extra: 'x'.repeat(600_000) }],
    ['with no JSON', undefined],
  ])('%s', async (_, given) => {
    answer = given
    expect((await quote('any'))?.route).not.toMatchObject([{ kind: 'aggregator' }])
  })
  test('when it is down', async () => {
    status = 503
    expect((await quote('any'))?.route).not.toMatchObject([{ kind: 'aggregator' }])
  })
  test('if it wants an allowance for an unconfigured contract [C166]', async () => {
    answer = { ...good, buyAmount: '9'.repeat(30), allowanceTarget: trader }
    expect((await quote('any', 'demo'))?.route).not.toMatchObject([{ kind: 'aggregator' }])
  })
})

test.each([
  ['a minimum below the one that was asked for', { minBuyAmount: '1' }],
  ['more coins than are swapped', { transaction: { ...good.transaction, value: (2n * ether).toString() } }],
])('a call with %s is not handed out', async (_, changed) => {
  answer = { ...good, ...changed }
  await expect(build()).rejects.toMatchObject({ name: 'GatewayRefusal' })
})

test('no error contains the key', async () => {
  status = 401
  const refusal = await convert()
    .quotes({ from: assetOf('native'), to: `eip155:31337:0x${'ab'.repeat(20)}`, amount: '5', routers: 'any', signal })
    .catch((error: unknown) => error)
  expect(String(refusal)).toContain('temporarily unavailable')
  expect(JSON.stringify(refusal)).not.toContain(secret)
})
