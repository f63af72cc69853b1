/** What can be bought, for how much, and where. */
import type { OnrampOptions } from '@airlock/protocol/gateway/onramp.ts'
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isRestricted } from '../offers-buying.ts'
import { countries, countryOf, currencyOf, states } from './onramp-places.ts'
import {
  assetsOf,
  builtInOptions,
  checkoutNetwork,
  cleanWhole,
  meldUrl,
  mockedQuote,
  problemOf,
  readWhole,
  sellersOf,
} from './onramp-rules.ts'

const networks = [
  { id: 'eip155:1', name: 'Ethereum' },
  { id: 'eip155:137', name: 'Polygon' },
] as const

const solana = { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana' } as const

describe('the built-in list', () => {
  const builtIn = builtInOptions(undefined)
  test('has the second provider, and Solana, for an operator with a key at Meld', () => {
    const options = builtInOptions('key:1')
    const offers = assetsOf(options, [...networks, solana]).map((asset) => [
      asset.key,
      ...sellersOf(options, asset).map(({ label, feeRange }) => `${label} ${feeRange}`),
    ])
    expect(offers).toEqual([
      ['USDC eip155:1', 'Coinbase 1-2%', 'Meld.io 1-2%'],
      ['ETH eip155:1', 'Coinbase 1-2%'],
      ['USDC eip155:137', 'Coinbase 1-2%'],
      [`SOL ${solana.id}`, 'Meld.io 1-2%'],
    ])
    expect(assetsOf(builtIn, [solana])).toEqual([])
  })
  test('has Meld’s address for an asset and an account', () => {
    expect(meldUrl('key:1&', { chainId: 'eip155:1' }, '0xAb')).toBe(
      'https://meldcrypto.com/?publicKey=key%3A1%26&destinationCurrencyCode=USDC&walletAddress=0xAb',
    )
    expect(meldUrl('key', { chainId: solana.id }, 'So1')).toBe(
      'https://meldcrypto.com/?publicKey=key&destinationCurrencyCode=SOL&walletAddress=So1',
    )
  })
  test('gives Ether no contract, and Ethereum alone', () => {
    expect(assetsOf(builtIn, networks).map(({ key, network }) => `${key} ${network.contract_address}`)).toEqual([
      'USDC eip155:1 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      'ETH eip155:1 ',
      'USDC eip155:137 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    ])
  })
  test('has the limits of the specification', () => {
    const problem = (amount: string, method: string) =>
      problemOf(amount, builtIn.paymentCurrencies, { currency: 'EUR', method })
    expect(['9', '10', '7500', '7501', ''].map((amount) => problem(amount, 'card'))).toEqual([
      'low',
      undefined,
      undefined,
      'high',
      'empty',
    ])
    expect(['9', '10', '25000', '25001'].map((amount) => problem(amount, 'ach_bank_account'))).toEqual([
      'low',
      undefined,
      undefined,
      'high',
    ])
    expect(problem('100', 'cash')).toBe('method')
  })
  test('is sold by the provider whose address a service without a list still makes', () => {
    const [first] = assetsOf(builtIn, networks)
    expect(sellersOf(builtIn, first).map(({ name }) => name)).toEqual(['coinbase'])
    expect(sellersOf({ ...builtIn, providers: undefined }, first)).toEqual([])
  })
})

test('assets are unique, on networks of the account alone, with names that are safe to show', () => {
  const network = fc.record({
    name: fc.string(),
    display_name: fc.string(),
    chain_id: fc.constantFrom('1', '137', '10', '0', 'x', 'eip155:1'),
    contract_address: fc.string(),
  })
  const currency = fc.record({
    id: fc.string(),
    name: fc.string(),
    symbol: fc.string({ unit: 'binary' }),
    networks: fc.array(network),
  })
  fc.assert(
    fc.property(fc.array(currency), (purchaseCurrencies) => {
      const options: OnrampOptions = { paymentCurrencies: [], purchaseCurrencies }
      const assets = assetsOf(options, networks)
      expect(new Set(assets.map(({ key }) => key)).size).toBe(assets.length)
      for (const { chainId, symbol } of assets) {
        expect(['eip155:1', 'eip155:137']).toContain(chainId)
        expect(symbol).toMatch(/^[^\p{Cc}\p{Cf}]{1,12}$/u)
      }
    }),
  )
})

test('an amount is a whole number, whatever is typed or pasted', () => {
  expect(['100', '1,000', '007', '12.50', '-5', 'abc', '1e9', '٣'].map(cleanWhole)).toEqual([
    '100',
    '1000',
    '7',
    '12',
    '5',
    '',
    '19',
    '',
  ])
  fc.assert(
    fc.property(fc.string(), (text) => {
      const kept = cleanWhole(text)
      expect(kept).toMatch(/^([1-9]\d{0,8})?$/)
      expect(cleanWhole(kept)).toBe(kept)
      expect(readWhole(kept)).toBe(kept === '' ? undefined : Number(kept))
    }),
  )
})

test('an estimate is what is paid, in the currency that it is paid in', () => {
  const { quoteId, ...sums } = mockedQuote('100', 'EUR')
  expect(quoteId).toBe('mocked-quote-id')
  for (const one of Object.values(sums)) expect(one).toEqual({ amount: '100', currency: 'EUR' })
})

test('places follow the languages of the user', () => {
  expect(countryOf(['de-AT', 'en-US'])).toBe('AT')
  expect(countryOf(['de', 'en-GB'])).toBe('GB')
  expect(countryOf(['xx-invalid-!', 'de-001', 'eo'])).toBe('US')
  expect(['AT', 'GB', 'US', 'JP', 'KE'].map(currencyOf)).toEqual(['EUR', 'GBP', 'USD', 'JPY', 'USD'])
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (const code of countries) expect(names.of(code), code).toBeDefined()
  expect(new Set(countries).size).toBe(countries.length)
  expect(states).toHaveLength(51)
})

test('a checkout address names the networks of card payments in the provider’s words, and any other as it is', () => {
  const named = Object.entries({
    'eip155:1': 'ethereum',
    'eip155:42161': 'arbitrum',
    'eip155:137': 'polygon',
    'eip155:80094': 'berachain',
    'eip155:43114': 'avalanche-c-chain',
    'eip155:10': 'optimism',
    'eip155:42220': 'celo',
    'eip155:8453': 'base',
  })
  for (const [chainId, name] of named) expect(checkoutNetwork(z.parse(Caip2, chainId))).toBe(name)
  expect(checkoutNetwork('eip155:56')).toBe('eip155:56')
  expect(checkoutNetwork(solana.id)).toBe(solana.id)
})

test('restricted zones, however they are written', () => {
  expect(['Asia/Shanghai', 'asia/hong_kong', 'ASIA/MACAU'].every(isRestricted)).toBe(true)
  expect(['Asia/Taipei', 'Asia/Singapore', 'Europe/Berlin', ''].some(isRestricted)).toBe(false)
})
