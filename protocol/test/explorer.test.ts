import { expect, test } from 'vitest'
import { explorerAddressUrl } from '../src/scalars/explorer.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test.each([
  ['eip155:1', 'https://etherscan.io', 'https://etherscan.io/address/0xab'],
  ['eip155:1', 'https://example.org/eth/', 'https://example.org/eth/address/0xab'],
  [solana, 'https://solscan.io', 'https://solscan.io/account/0xab'],
  [solana, 'https://solscan.io/?cluster=devnet', 'https://solscan.io/account/0xab?cluster=devnet'],
] as const)('an account of %s at %s is at %s', (id, explorerUrl, expected) => {
  expect(explorerAddressUrl({ id, explorerUrl }, '0xab')).toBe(expected)
})

test('a network without an explorer has no such place', () => {
  expect(explorerAddressUrl({ id: solana, explorerUrl: undefined }, 'x')).toBeUndefined()
})

test('a text that is no URL, although it begins like one, names no place', () => {
  expect(explorerAddressUrl({ id: 'eip155:1', explorerUrl: 'https://[' }, '0xab')).toBeUndefined()
})
