/** Purchases, with stand-ins for the providers that verify the gateway's keys like the real ones. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { History } from '@airlock/protocol/gateway/history.ts'
import { OnrampOptions, Quote } from '@airlock/protocol/gateway/onramp.ts'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLookup } from '../../../src/crypto/lookup.ts'
import { parseProjects } from '../../../src/frames/projects.ts'
import type { CheckoutSettings } from '../../../src/gateway/onramp/checkout/checkout.ts'
import { isQuestion, readOrder } from '../../../src/gateway/onramp/checkout/signature.ts'
import { readCdpKey } from '../../../src/gateway/onramp/coinbase/jwt.ts'
import { createMeld } from '../../../src/gateway/onramp/meld/meld.ts'
import { probeProvider } from '../../../src/gateway/onramp/probe.ts'
import { createGateway, type Gateway } from '../../../src/gateway/role.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { shop } from '../../records.ts'
import { checkoutAnswers, coinbaseOptions, coinbaseQuote, meldAnswers, sum } from './answers.ts'
import { type StandIn, startCheckoutApi, startCoinbase, startMeld } from './stand-ins.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-onramp-'))
const me = '0x52908400098527886E0F7030069857D2E4169EE7'
const other = `0x${'1'.repeat(40)}`
const keyId = 'organizations/1/apiKeys/2'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const meldKey = 'meld-secret-key'
const secret = randomBytes(32)
const seconds = () => Math.floor(Date.now() / 1000)

let coinbase: StandIn
let meld: StandIn
let checkout: StandIn
let gateway: Gateway
let server: Listening
let without: { readonly gateway: Gateway; readonly server: Listening }
const lines: string[] = []

beforeAll(async () => {
  coinbase = await startCoinbase(publicKey, keyId)
  meld = await startMeld(meldKey)
  checkout = await startCheckoutApi((header, path, body) => isQuestion(header, path, body, secret, seconds()))
  const own: CheckoutSettings = {
    name: 'own',
    label: 'Own checkout',
    feeRange: '0%',
    isTest: true,
    page: 'https://pay.shop.example/',
    api: `${checkout.url}api/`,
    secret,
  }
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  gateway = await start('one', {
    coinbase: { key: readCdpKey(keyId, pem), url: coinbase.url },
    meld: { apiKey: meldKey, url: meld.url },
    checkouts: [own],
  })
  server = await listenOnLoopback(gateway.listener, 0)
  const none = await start('none', undefined)
  without = { gateway: none, server: await listenOnLoopback(none.listener, 0) }
})
afterAll(async () => {
  await Promise.all([server.close(), without.server.close()])
  await Promise.all([gateway.close(), without.gateway.close(), coinbase.stop(), meld.stop(), checkout.stop()])
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  coinbase.answers = {
    '/onramp/v1/buy/options': coinbaseOptions,
    '/onramp/v1/buy/quote': coinbaseQuote,
    '/onramp/v1/token': { token: 'single-use-token', channel_id: '' },
  }
  meld.answers = meldAnswers()
  checkout.answers = checkoutAnswers()
  for (const { asked } of [coinbase, meld, checkout]) asked.length = 0
})

const start = (name: string, onramp: Parameters<typeof createGateway>[0]['onramp']) =>
  createGateway(
    {
      projects: parseProjects([shop]),
      modalOrigin: 'https://modal.example',
      networks: new Map(),
      onramp,
      store: { place: { file: join(folder, `${name}.db`) }, lookup: createLookup(randomBytes(32)) },
      limits: { callsFromNetworkPerMinute: 1_000_000 },
      proxies: 0,
    },
    { write: (line) => lines.push(line) },
  )

let country = 0
/** A place whose offer is not cached yet. */
const newCountry = () =>
  `${String.fromCharCode(65 + Math.floor(country / 26))}${String.fromCharCode(65 + (country++ % 26))}`

const call = async (path: string, body?: object, at = server) => {
  const url = `http://127.0.0.1:${at.port}${path}${path.includes('?') ? '&' : '?'}projectId=shop`
  const response = await fetch(url, body ? { method: 'POST', body: JSON.stringify(body) } : {})
  const text = await response.text()
  return { status: response.status, text, json: (text === '' ? undefined : JSON.parse(text)) as unknown }
}
const options = async (place = newCountry()) =>
  OnrampOptions.parse((await call(`/v1/onramp/options?country=${place}`)).json)
const reasonOf = ({ json }: { readonly json: unknown }) => GatewayFailure.parse(json).reasons[0]

const quoteRequest = (change: object = {}) => ({
  purchaseCurrency: {
    id: 'x',
    name: 'Ether',
    symbol: 'ETH',
    networks: [{ name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: '' }],
  },
  paymentCurrency: { id: 'USD', payment_method_limits: [] },
  amount: '100',
  network: 'ethereum-mainnet',
  provider: 'coinbase',
  country: newCountry(),
  ...change,
})
const urlRequest = (change: object = {}) => ({
  destinationWallets: [{ address: me, blockchains: ['ethereum'], assets: ['ETH'] }],
  partnerUserId: me,
  defaultNetwork: 'ethereum',
  defaultExperience: 'buy',
  presetFiatAmount: 100,
  provider: 'coinbase',
  paymentCurrency: 'USD',
  country: newCountry(),
  ...change,
})

describe('no providers', () => {
  test.each([
    ['/v1/onramp/options', undefined],
    ['/v1/onramp/quote', quoteRequest()],
    ['/v1/generators/onrampurl', urlRequest()],
  ])('%s is not there, so that the client falls back', async (path, body) => {
    const answer = await call(path, body, without.server)
    expect(answer.status).toBe(404)
    expect(reasonOf(answer)).toEqual({ field: '', description: 'Not found' })
  })
  test('purchases of a provider that is not known', async () => {
    const answer = await call(`/v1/account/${me}/history?onramp=coinbase`, undefined, without.server)
    expect(reasonOf(answer)).toEqual({ field: 'provider', description: 'Provider coinbase is not supported' })
  })
})

describe('options', () => {
  test('lists the assets and currencies of each provider, and of all together', async () => {
    const { providers, purchaseCurrencies, paymentCurrencies } = await options()
    expect(providers?.map(({ name, isTest }) => ({ name, isTest }))).toEqual([
      { name: 'coinbase', isTest: undefined },
      { name: 'meld', isTest: undefined },
      { name: 'own', isTest: true },
    ])
    expect(providers?.[0]?.assets).toEqual([
      { symbol: 'ETH', network: 'eip155:1' },
      { symbol: 'ETH', network: 'eip155:8453' },
    ])
    expect(purchaseCurrencies.map(({ name, symbol }) => `${name} ${symbol}`)).toEqual([
      'Ethereum ETH',
      'USDC USDC',
      'Test TST',
    ])
    expect(paymentCurrencies).toEqual([
      {
        id: 'USD',
        payment_method_limits: [
          { id: 'card', min: '5.00', max: '7500' },
          { id: 'ach_bank_account', min: '10', max: '25000' },
        ],
      },
      {
        id: 'EUR',
        payment_method_limits: [
          { id: 'card', min: '20.01', max: '5000.00' },
          { id: 'ach_bank_account', min: '20.01', max: '5000.00' },
        ],
      },
    ])
  })
  test('a provider that is down does not hide the others, and is asked again', async () => {
    const place = newCountry()
    coinbase.answers = { '/onramp/v1/buy/options': 500 }
    expect((await options(place)).providers?.map(({ name }) => name)).toEqual(['meld', 'own'])
    coinbase.answers = { '/onramp/v1/buy/options': coinbaseOptions }
    expect((await options(place)).providers?.map(({ name }) => name)).toEqual(['coinbase', 'meld', 'own'])
  })
  test('fail when all providers are down', async () => {
    coinbase.answers = {}
    meld.answers = {}
    checkout.answers = { '/api/offer': 'no JSON' }
    const answer = await call(`/v1/onramp/options?country=${newCountry()}`)
    expect(answer.status).toBe(503)
    expect(reasonOf(answer)?.description).toBe('OnRamp provider is temporarily unavailable')
  })
  test('an offer is asked for once', async () => {
    const place = newCountry()
    await Promise.all([options(place), options(place), options(place)])
    expect(coinbase.asked).toHaveLength(1)
    expect(coinbase.asked[0]?.query.get('country')).toBe(place)
  })
  test('an endless list affects only its provider [C170]', async () => {
    const row = { id: 'x', name: 'X', symbol: 'X', networks: [{ name: 'base', display_name: 'Base' }] }
    coinbase.answers = {
      '/onramp/v1/buy/options': { ...coinbaseOptions, purchase_currencies: Array(1_000_000).fill(row) },
    }
    meld.answers = {
      ...meldAnswers(),
      '/service-providers/properties/crypto-currencies': Array(20_000).fill({
        currencyCode: 'ETH',
        name: 'E',
        chainCode: 'ETH',
      }),
    }
    const { providers, purchaseCurrencies } = await options()
    expect(providers?.map(({ name }) => name)).toEqual(['meld', 'own'])
    expect(purchaseCurrencies.length).toBeLessThanOrEqual(500)
  })
  test('limits are always valid amounts, whatever a provider sends', () => {
    // An invalid limit would make the whole answer fail its schema.
    return fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.double(), fc.string(), fc.integer()),
        fc.oneof(fc.double(), fc.string()),
        async (min, max) => {
          meld.answers = {
            ...meldAnswers(),
            '/service-providers/limits/fiat-currency-purchases': [
              { currencyCode: 'EUR', minimumAmount: min, maximumAmount: max },
            ],
          }
          const { status } = await call(`/v1/onramp/options?country=${newCountry()}`)
          expect(status).toBe(200)
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('quotes', () => {
  test('Coinbase: amounts and fees are read', async () => {
    const { json } = await call('/v1/onramp/quote', quoteRequest())
    expect(Quote.parse(json)).toEqual({
      paymentTotal: { amount: '100', currency: 'USD' },
      paymentSubtotal: { amount: '97.5', currency: 'USD' },
      purchaseAmount: { amount: '0.0312', currency: 'ETH' },
      coinbaseFee: { amount: '1.5', currency: 'USD' },
      networkFee: { amount: '1', currency: 'USD' },
      quoteId: 'q-1',
    })
    expect(JSON.parse(coinbase.asked.at(-1)?.body ?? '')).toMatchObject({
      purchase_currency: 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4',
      purchase_network: 'ethereum-mainnet',
      payment_amount: '100',
      payment_method: 'CARD',
    })
  })
  test('Meld: the best of its sellers that can be read', async () => {
    const request = quoteRequest({ provider: 'meld', paymentCurrency: { id: 'EUR', payment_method_limits: [] } })
    const { json } = await call('/v1/onramp/quote', request)
    expect(Quote.parse(json)).toMatchObject({
      purchaseAmount: { amount: '0.03', currency: 'ETH' },
      coinbaseFee: { amount: '1.5', currency: 'EUR' },
      networkFee: { amount: '0.5', currency: 'EUR' },
      quoteId: 'meld-BEST',
    })
  })
  test.each([
    [
      'outside the limits',
      { amount: '7500.01' },
      { field: 'amount', description: 'The amount is outside the limits: 10 to 7500' },
    ],
    [
      'a currency that it does not take',
      { paymentCurrency: { id: 'XYZ', payment_method_limits: [] } },
      { field: 'paymentCurrency', description: 'The provider does not take this currency in this way' },
    ],
    [
      'a network that it does not serve',
      { network: 'nowhere' },
      { field: 'purchaseCurrency', description: 'The provider does not sell this on the network' },
    ],
    [
      'a provider that is not there',
      { provider: 'nobody' },
      { field: 'provider', description: 'Provider nobody is not supported' },
    ],
  ])('%s', async (_, change, reason) => {
    const answer = await call('/v1/onramp/quote', quoteRequest(change))
    expect(answer.status).toBe(400)
    expect(reasonOf(answer)).toEqual(reason)
  })
  test('fail if a provider’s answer is invalid', async () => {
    coinbase.answers = {
      ...coinbase.answers,
      '/onramp/v1/buy/quote': { ...coinbaseQuote, purchase_amount: sum('1e9', 'ETH') },
    }
    expect((await call('/v1/onramp/quote', quoteRequest())).status).toBe(503)
    coinbase.answers = { ...coinbase.answers, '/onramp/v1/buy/quote': 400 }
    expect((await call('/v1/onramp/quote', quoteRequest())).status).toBe(400)
  })
})

describe('addresses of checkouts', () => {
  test('Coinbase: a session token for this account, network and asset', async () => {
    const { json } = await call('/v1/generators/onrampurl', urlRequest())
    const { url } = json as { url: string }
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      sessionToken: 'single-use-token',
      defaultNetwork: 'ethereum',
      defaultAsset: 'ETH',
      presetFiatAmount: '100',
      fiatCurrency: 'USD',
      defaultPaymentMethod: 'CARD',
      partnerUserRef: me,
      defaultExperience: 'buy',
    })
    expect(JSON.parse(coinbase.asked.at(-1)?.body ?? '')).toEqual({
      addresses: [{ address: me, blockchains: ['ethereum'] }],
      assets: ['ETH'],
      clientIp: '127.0.0.1',
    })
  })
  test('one account is one customer of a provider, in any notation', async () => {
    const address = me.toLowerCase()
    const request = urlRequest({ destinationWallets: [{ address, assets: ['ETH'] }], partnerUserId: address })
    const { json } = await call('/v1/generators/onrampurl', request)
    expect(new URL((json as { url: string }).url).searchParams.get('partnerUserRef')).toBe(me)
    await call(`/v1/account/${address}/history?onramp=coinbase`)
    expect(coinbase.asked.at(-1)?.path).toBe(`/onramp/v1/buy/user/${me}/transactions`)
  })
  test('Meld: the account and the asset are locked', async () => {
    const request = urlRequest({ provider: 'meld', paymentCurrency: 'EUR' })
    expect((await call('/v1/generators/onrampurl', request)).json).toEqual({ url: 'https://meldcrypto.com/?token=abc' })
    expect(JSON.parse(meld.asked.at(-1)?.body ?? '')).toMatchObject({
      externalCustomerId: me,
      sessionData: {
        walletAddress: me,
        serviceProvider: 'BEST',
        destinationCurrencyCode: 'ETH',
        lockFields: ['walletAddress', 'destinationCurrencyCode'],
      },
    })
  })
  test('an own page: an order that only the gateway can sign, anew each time', async () => {
    const request = urlRequest({
      provider: 'own',
      destinationWallets: [{ address: me, assets: ['TST'] }],
      defaultNetwork: '31337',
    })
    const urls = await Promise.all(
      [1, 2].map(async () => ((await call('/v1/generators/onrampurl', request)).json as { url: string }).url),
    )
    expect(urls[0]).not.toBe(urls[1])
    const { searchParams, origin } = new URL(urls[0] ?? '')
    expect(origin).toBe('https://pay.shop.example')
    expect(searchParams.getAll('address')).toEqual([me])
    expect(readOrder(searchParams, secret, seconds())).toMatchObject({
      address: me,
      network: 'eip155:31337',
      asset: 'TST',
      amount: '100',
      currency: 'USD',
      method: 'card',
    })
    searchParams.set('address', other)
    expect(readOrder(searchParams, secret, seconds())).toBeUndefined()
  })
  test.each([
    ['another host', 'https://evil.example/?token=abc'],
    ['a host that only begins like it', 'https://meldcrypto.com.evil.example/'],
    ['another scheme', 'javascript:alert(1)'],
    ['no encryption', 'http://meldcrypto.com/'],
    ['another account', `https://meldcrypto.com/?walletAddress=${other}`],
    ['another account beside ours', `https://meldcrypto.com/?walletAddress=${me}&x=${other}`],
  ])('a provider that answers with %s [C168, C169]', async (_, widgetUrl) => {
    meld.answers = { ...meldAnswers(), '/crypto/session/widget': { widgetUrl } }
    const answer = await call('/v1/generators/onrampurl', urlRequest({ provider: 'meld', paymentCurrency: 'EUR' }))
    expect(answer.status).toBe(502)
    expect(reasonOf(answer)?.description).toBe('The provider answered with an address that is not its checkout')
    expect(answer.text).not.toContain('evil')
  })
  test.each([
    [
      'two accounts',
      {
        destinationWallets: [
          { address: me, assets: ['ETH'] },
          { address: other, assets: ['ETH'] },
        ],
      },
      'destinationWallets',
    ],
    ['somebody else', { partnerUserId: other }, 'partnerUserId'],
    [
      'an account of another namespace',
      {
        destinationWallets: [{ address: '7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE', assets: ['ETH'] }],
        partnerUserId: '7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE',
      },
      'address',
    ],
    ['too little', { presetFiatAmount: 9 }, 'presetFiatAmount'],
    ['too much', { presetFiatAmount: 7501 }, 'presetFiatAmount'],
    ['nothing', { presetFiatAmount: undefined }, 'presetFiatAmount'],
    ['another network', { defaultNetwork: 'bitcoin' }, 'purchaseCurrency'],
  ])('refuses %s [C169]', async (_, change, field) => {
    const answer = await call('/v1/generators/onrampurl', urlRequest(change))
    expect(answer.status).toBe(400)
    expect(reasonOf(answer)?.field).toBe(field)
    expect(coinbase.asked.some(({ path }) => path.endsWith('/token'))).toBe(false)
  })
  test('refuses amounts with cents', async () => {
    expect((await call('/v1/generators/onrampurl', urlRequest({ presetFiatAmount: 12.5 }))).status).toBe(422)
  })
})

describe('purchases', () => {
  const row = (change: object = {}) => ({
    status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
    transaction_id: 't-1',
    purchase_network: 'base',
    purchase_amount: sum('0.03', 'ETH'),
    payment_total: sum('100'),
    wallet_address: me.toLowerCase(),
    tx_hash: `0x${'a'.repeat(64)}`,
    created_at: '2026-11-01T10:00:00Z',
    ...change,
  })
  test('Coinbase: they are listed as transactions, without what was paid [C173]', async () => {
    const rows = [
      row(),
      row({ status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', tx_hash: null }),
      row({ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' }),
      row({ wallet_address: other }),
      { nonsense: 1 },
    ]
    coinbase.answers = { '/onramp/v1/buy/user/': { transactions: rows, next_page_key: '' } }
    const { json, text } = await call(`/v1/account/${me}/history?onramp=coinbase`)
    const { data, next } = History.parse(json)
    expect(data.map(({ metadata }) => metadata.status)).toEqual([
      'ONRAMP_TRANSACTION_STATUS_SUCCESS',
      'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
      'ONRAMP_TRANSACTION_STATUS_FAILED',
    ])
    expect(data[0]?.metadata).toMatchObject({
      operationType: 'buy',
      sentFrom: 'Coinbase',
      sentTo: me,
      chain: 'eip155:8453',
      nonce: 1,
      minedAt: '2026-11-01T10:00:00.000Z',
    })
    expect(data[0]?.transfers?.[0]).toMatchObject({
      direction: 'in',
      quantity: { numeric: '0.03' },
      fungible_info: { name: 'ETH', symbol: 'ETH', icon: null },
    })
    expect(next).toBeNull()
    expect(text).not.toContain('100')
  })
  test('Meld: they are listed with status and chain', async () => {
    const one = {
      id: 'm-1',
      status: 'SETTLED',
      destinationAmount: 12.5,
      destinationCurrencyCode: 'USDC_POLYGON',
      createdAt: '2026-11-01T10:00:00Z',
      cryptoDetails: { destinationWalletAddress: me },
    }
    meld.answers = {
      '/payments/transactions': { transactions: [one, { ...one, status: 'SETTLING' }, { ...one, status: 'DECLINED' }] },
    }
    const { data } = History.parse((await call(`/v1/account/${me}/history?onramp=meld`)).json)
    expect(data.map(({ metadata: { status, chain } }) => `${status} ${chain}`)).toEqual([
      'ONRAMP_TRANSACTION_STATUS_SUCCESS eip155:137',
      'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS eip155:137',
      'ONRAMP_TRANSACTION_STATUS_FAILED eip155:137',
    ])
  })
  test('an own page: only those to this account are listed [C173]', async () => {
    const one = {
      reference: 'r',
      status: 'done',
      at: 1,
      address: me,
      network: 'eip155:31337',
      asset: 'TST',
      amount: '1.5',
      hash: `0x${'b'.repeat(64)}`,
    }
    checkout.answers = { '/api/purchases': { purchases: [one, { ...one, address: other }, { ...one, amount: '-1' }] } }
    const { data } = History.parse((await call(`/v1/account/${me}/history?onramp=own`)).json)
    expect(data).toHaveLength(1)
    expect(data[0]?.metadata.sentFrom).toBe('Own checkout')
    expect(checkout.asked[0]?.query.get('address')).toBe(me)
  })
  test('an invalid address is refused, and a provider that is down is unavailable', async () => {
    expect(reasonOf(await call('/v1/account/nobody/history?onramp=coinbase'))?.field).toBe('address')
    coinbase.answers = {}
    expect((await call(`/v1/account/${me}/history?onramp=coinbase`)).status).toBe(503)
  })
})

test('neither logs nor answers hold a key, a token of a session, or an address of a user', async () => {
  coinbase.answers = { '/onramp/v1/token': 401 }
  const answers = await Promise.all([
    call('/v1/generators/onrampurl', urlRequest()),
    call(`/v1/account/${me}/history?onramp=coinbase`),
  ])
  const all = [...lines, ...answers.map(({ text }) => text)].join('\n')
  for (const hidden of [
    keyId,
    meldKey,
    'BASIC',
    'Bearer',
    secret.toString('base64url'),
    me,
    'single-use-token',
    '127.0.0.1:',
  ])
    expect(all).not.toContain(hidden)
  expect(lines.length).toBeGreaterThan(0)
})

test('a call of another page is refused', async () => {
  const url = `http://127.0.0.1:${server.port}/v1/generators/onrampurl?projectId=shop`
  const response = await fetch(url, {
    method: 'POST',
    headers: { Origin: 'https://evil.example' },
    body: JSON.stringify(urlRequest()),
  })
  expect(response.status).toBe(403)
})

test('the operator learns whether a provider takes the key', async () => {
  const at = (apiKey: string) => createMeld({ apiKey, url: meld.url })
  expect(await probeProvider(at(meldKey))).toBeUndefined()
  expect(await probeProvider(at('another'))).toBe('meld: The provider answered 401')
  meld.answers = { ...meldAnswers(), '/service-providers/limits/fiat-currency-purchases': [] }
  expect(await probeProvider(at(meldKey))).toBe('meld: it sells nothing')
})
