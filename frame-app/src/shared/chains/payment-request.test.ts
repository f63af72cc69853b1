import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAmount } from '../format/amount-input.ts'
import { paymentRequest } from './payment-request.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const base = { id: 'eip155:8453', currency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, testnet: false } as const
const payee = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const solana = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  currency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  testnet: false,
} as const

describe('ERC-681', () => {
  test('has the address, the network and the exact amount in wei', () => {
    const read = readAmount('1.000000000000000001', 18)
    expect('value' in read && paymentRequest(base, address, read.value)).toBe(
      `ethereum:${address}@8453?value=1000000000000000001`,
    )
  })

  test('an amount that is read back from the link is the one that was put in', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.integer({ min: 1, max: 2 ** 31 }), (value, id) => {
        const link = paymentRequest({ ...base, id: `eip155:${id}` }, address, value) ?? ''
        const [, to, chain, wei = ''] = /^ethereum:(0x[0-9a-fA-F]{40})@(\d+)\?value=(\d+)$/.exec(link) ?? []
        expect([to, chain, BigInt(wei)]).toEqual([address, String(id), value])
      }),
    )
  })
})

describe('Solana Pay', () => {
  test('has the address and the amount in units, without an exponent', () => {
    expect(paymentRequest(solana, payee, 1n)).toBe(`solana:${payee}?amount=0.000000001`)
    expect(paymentRequest(solana, payee, 1_500_000_000n)).toBe(`solana:${payee}?amount=1.5`)
  })

  test('the amount in the link is read back exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), (value) => {
        const amount = new URL(paymentRequest(solana, payee, value) ?? '').searchParams.get('amount') ?? ''
        expect(readAmount(amount, 9)).toEqual({ value })
      }),
    )
  })

  test('is not offered on a test network, which it cannot name', () => {
    expect(paymentRequest({ ...solana, testnet: true }, payee, 1n)).toBeUndefined()
    expect(paymentRequest({ ...base, testnet: true }, address, 1n)).toBeDefined()
  })
})

test.each([
  ['nothing', base, 0n],
  ['more than 256 bits', base, 2n ** 256n],
  ['more lamports than 64 bits', solana, 2n ** 64n],
  ['another kind of network', { ...base, id: 'bip122:000000000019d6689c085ae165831e93' as const }, 1n],
])('there is no link for %s', (_, network, value) => {
  expect(paymentRequest(network, address, value)).toBeUndefined()
})
