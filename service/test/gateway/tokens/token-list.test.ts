/** Which entries of a token list are used, for untrusted lists. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coreFile, writeCore } from '../../../../scripts/core-tokens.ts'
import { knownNetwork } from '../../../src/gateway/networks/known.ts'
import type { GatewayNetwork, GatewayNetworks } from '../../../src/gateway/networks/network.ts'
import { readNetworks } from '../../../src/gateway/networks/read.ts'
import { type ListedToken, readTokenList } from '../../../src/gateway/networks/token-list.ts'
import { createLiveNetworks, maxFetched } from '../../../src/gateway/tokens/live.ts'

const address = (index: number): `0x${string}` => `0x${index.toString(16).padStart(40, '0')}`
const row = (change: object = {}) => ({
  chainId: 1,
  address: address(1),
  name: 'Test',
  symbol: 'TST',
  decimals: 6,
  ...change,
})
const read = (...tokens: readonly unknown[]) => readTokenList({ name: 'List', tokens }, 'the list')

describe('a list', () => {
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  test.each<[string, object]>([
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
    ['a symbol of a megabyte', { symbol: 'x'.repeat(1_000_000) }],
    ['no name', { name: '' }],
    ['a name that is not seen', { name: '\u202e\u200b\u2800' }],
    ['999 decimals', { decimals: 999 }],
    ['78 decimals', { decimals: 78 }],
    ['fewer than no decimals', { decimals: -1 }],
    ['half a decimal', { decimals: 1.5 }],
    ['decimals in a text', { decimals: '6' }],
    ['no address', { address: undefined }],
    ['an address that is none', { address: 'nonsense' }],
    ['an address of another namespace', { address: mint }],
    ['an address of another namespace, on Solana', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['a network that is none', { chainId: '__proto__' }],
    ['no network', { chainId: 0 }],
    ['a picture with an address of a megabyte', { logoURI: `https://${'x'.repeat(1_000_000)}` }],
  ])('loses a row with %s, and no other [C136]', (_, change) => {
    const good = row({ address: address(2) })
    expect(read(null, row(change), 7, good).map((token) => token.address)).toEqual([good.address])
  })

  test('cannot reverse the text around a token, or hide characters in it [C136]', () => {
    const [token] = read(row({ name: '\u202enioC DSU\u202c\n\tx', symbol: 'US\u200bDC' }))
    expect(token).toMatchObject({ name: 'nioC DSUx', symbol: 'USDC' })
  })

  test.each([[null], [[]], ['text'], [{ tokens: [] }], [{ name: 'x' }], [{ name: 'x', tokens: {} }], [7]])(
    'is not one: %j',
    (input) => {
      expect(() => readTokenList(input, 'the list')).toThrow(/^the list is no token list/)
    },
  )

  test('has only tokens that can be shown and asked for, whatever its content [C136]', () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.anything())
    const any = fc.record(
      {
        chainId: fc.oneof(fc.constantFrom(1, 10, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), hostile),
        address: fc.oneof(fc.constantFrom(address(1), mint), hostile),
        name: fc.oneof(fc.string({ unit: 'binary' }), hostile),
        symbol: fc.oneof(fc.string({ unit: 'binary' }), hostile),
        decimals: fc.oneof(fc.integer({ min: -1, max: 300 }), hostile),
        logoURI: hostile,
      },
      { requiredKeys: ['chainId', 'address', 'name', 'symbol', 'decimals'] },
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(any, fc.anything())), (tokens) => {
        for (const token of read(...tokens)) {
          expect(token.name.length > 0 && Array.from(token.name).length <= 64).toBe(true)
          expect(token.symbol.length > 0 && Array.from(token.symbol).length <= 16).toBe(true)
          expect(token.name + token.symbol).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
          expect(Number.isInteger(token.decimals) && token.decimals >= 0 && token.decimals <= 77).toBe(true)
          expect(token.address).toMatch(
            typeof token.chainId === 'number' ? /^0x[0-9a-f]{40}$/i : /^[1-9A-Za-z]{32,44}$/,
          )
        }
      }),
    )
  })
})

describe('several lists', () => {
  const listed = (change: Partial<ListedToken> = {}): ListedToken => ({ ...row(), iconUrl: undefined, ...change })
  const network = (tokens: readonly ListedToken[]): GatewayNetwork => ({
    id: 'eip155:1',
    rpcUrls: [],
    currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    multicall3: undefined,
    tokens,
    tokenListUrls: ['one', 'two'],
  })
  const live = (own: readonly ListedToken[], lists: Readonly<Record<string, readonly ListedToken[]>>) => {
    const networks: GatewayNetworks = new Map([['eip155:1', network(own)]])
    return createLiveNetworks(networks, (url) => lists[url] ?? [])
  }
  const tokensOf = ({ networks }: ReturnType<typeof live>) => networks.get('eip155:1')?.tokens ?? []

  test('a fetched one cannot override a token of the operator or of the bundled list [C137]', () => {
    const own = listed({ address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC' })
    const forged = { ...own, address: own.address.toLowerCase(), decimals: 0, name: 'Forged' }
    expect(tokensOf(live([own], { one: [forged], two: [forged] }))).toEqual([own])
  })

  test('the first one, and its first row, describes a token', () => {
    const [first, again, later] = ['First', 'Again', 'Later'].map((name) => listed({ name }))
    if (!first || !again || !later) throw new Error('There are three')
    const upper = { ...again, address: first.address.toUpperCase().replace('0X', '0x') }
    expect(tokensOf(live([], { one: [first, upper, again], two: [later] })).map(({ name }) => name)).toEqual(['First'])
  })

  test('tokens are those of the network, up to the limit for reading balances [C136]', () => {
    const many = Array.from({ length: maxFetched + 10 }, (_, index) => listed({ address: address(index + 10) }))
    const found = tokensOf(live([listed()], { one: [listed({ chainId: 10, address: address(3) }), ...many] }))
    expect(found).toHaveLength(maxFetched + 1)
    expect(found.slice(0, 2).map((token) => token.address)).toEqual([address(1), address(10)])
  })

  test('tokens are the same array until a list changes', () => {
    const lists = { one: [listed()], two: [listed({ address: address(2) })] }
    const networks = live([], lists)
    const before = tokensOf(networks)
    expect(tokensOf(networks)).toBe(before)
    lists.two = []
    expect(tokensOf(networks)).toBe(before)
    networks.renew()
    expect(tokensOf(networks)).toHaveLength(1)
  })
})

describe('our own list', () => {
  const core: unknown = JSON.parse(readFileSync(coreFile, 'utf8'))
  const rows = readTokenList(core, 'the core list')
  const of = (id: `eip155:${number}` | `solana:${string}`, hasCore = true) =>
    readNetworks({ [id]: { rpc: ['http://127.0.0.1:1'] } }, (path) => path, { hasCore }).get(id)?.tokens ?? []

  test('is what the installed packages give', () => {
    expect(readFileSync(coreFile, 'utf8')).toBe(writeCore())
  })

  test('loses no row, has no token twice, and knows tokens of known networks alone', () => {
    expect(core).toMatchObject({ tokens: { length: rows.length } })
    expect(new Set(rows.map(({ chainId, address: at }) => `${chainId} ${at.toLowerCase()}`)).size).toBe(rows.length)
    for (const id of new Set(rows.map(({ chainId }) => chainId)))
      expect(
        knownNetwork(typeof id === 'number' ? `eip155:${id}` : (id as `solana:${string}`)),
        String(id),
      ).toBeDefined() // as: the schema says so
  })

  test.each([
    ['USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    ['USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6],
    ['DAI', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18],
    ['WETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18],
    ['WBTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8],
  ])('has %s of Ethereum', (symbol, at, decimals) => {
    expect(of('eip155:1').find((token) => token.address === at)).toMatchObject({ symbol, decimals })
  })

  test('has one token of each symbol on a network, with the bundled pictures', () => {
    for (const id of [1, 10, 56, 137, 8453, 42161] as const) {
      const symbols = of(`eip155:${id}`).map(({ symbol }) => symbol)
      expect(symbols).toHaveLength(new Set(symbols).size)
      expect(symbols).toEqual(expect.arrayContaining(['USDC']))
    }
    expect(of('eip155:1').find(({ symbol }) => symbol === 'USDC')?.iconUrl).toBe('mark:USDC')
    expect(of('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp').map(({ symbol }) => symbol)).toEqual(['USDC', 'USDT', 'WSOL'])
  })

  test('can be left out', () => {
    expect(of('eip155:1', false)).toEqual([])
  })
})
