import type { Balance } from '@airlock/protocol/gateway/shapes.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTokens, totalOf } from './token-rules.ts'

const ether: Balance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric: '1' },
}
const usdc: Balance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  price: 1,
  value: 25,
  quantity: { decimals: '6', numeric: '25' },
}
const other = { ...usdc, address: `eip155:1:0x${'1'.repeat(40)}` }
const numeric = (text: string) => readTokens([{ ...ether, quantity: { decimals: '18', numeric: text } }])[0]?.amount

test.each([
  ['0', '0'],
  ['0.00009', '0'],
  ['1.23456789', '1.2345'],
  ['1.9999999', '1.9999'],
  ['10.5000', '10.5'],
  ['007', '7'],
  [`${'9'.repeat(60)}.5`, `${'9'.repeat(60)}.5`],
])('an amount of %s is shown as %s, never more', (text, shown) => {
  expect(numeric(text)).toBe(shown)
})

test('the most valuable comes first; without prices the currency, then by name', () => {
  expect(readTokens([ether, usdc]).map(({ symbol }) => symbol)).toEqual(['USDC', 'ETH'])
  const unpriced = { ...usdc, price: 0, value: undefined }
  const order = readTokens([{ ...other, price: 0, value: undefined, name: 'Zed', symbol: 'Z' }, unpriced, ether])
  expect(order.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'Z'])
})

test('a token without decimals is left out, the currency is not', () => {
  const whole = { decimals: '0', numeric: '3' }
  expect(
    readTokens([
      { ...usdc, quantity: whole },
      { ...ether, quantity: whole },
    ]),
  ).toHaveLength(1)
})

test('a token that is listed twice is one row, the first', () => {
  const again = { ...usdc, address: usdc.address?.toUpperCase().replace('EIP155', 'eip155'), symbol: 'AGAIN' }
  expect(readTokens([usdc, again, ether, { ...ether, symbol: 'ETC' }]).map(({ symbol }) => symbol)).toEqual([
    'USDC',
    'ETH',
  ])
})

test('a price that no token can have is dropped', () => {
  for (const [price, value] of [
    [1e30, 25],
    [1, 1e30],
    [0, 5],
    [1, undefined],
  ] as const)
    expect(readTokens([{ ...usdc, price, value }])[0]).toMatchObject({ price: undefined, value: undefined })
})

test('the total is of what has a price, and none if nothing has', () => {
  expect(totalOf(readTokens([ether, usdc, { ...other, value: 17.5 }]))).toBe(42.5)
  expect(totalOf(readTokens([ether]))).toBeUndefined()
})

test('a token with any name has one short line that shows all its characters [C104]', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u202eDSU', 'U\u200bSDC', '\n', ' '.repeat(99), 'x'.repeat(512)),
  )
  fc.assert(
    fc.property(hostile, hostile, (name, symbol) => {
      const [row] = readTokens([{ ...usdc, name, symbol }])
      expect(row?.name).not.toBe('')
      for (const text of [row?.name ?? '', row?.symbol ?? '']) {
        expect(text).not.toMatch(/[\p{Cc}\u200b\u202a-\u202e\u2066-\u2069]/u)
        expect(Array.from(text).length).toBeLessThanOrEqual(32)
      }
    }),
  )
})
