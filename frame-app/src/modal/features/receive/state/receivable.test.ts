import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { expect, test } from 'vitest'
import { receivableNetworks } from './receivable.ts'

const networkOf = (id: Caip2): Network => ({
  id,
  name: id,
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  testnet: false,
})
const networks = ['eip155:1', 'eip155:10', 'solana:main', 'eip155:8453'].map((id) => networkOf(id as Caip2))
const ids = (...given: Parameters<typeof receivableNetworks>) => receivableNetworks(...given).map(({ id }) => id)

test('the networks of the account’s kind, with its own first', () => {
  expect(ids({ chainId: 'eip155:10' }, networks, undefined)).toEqual(['eip155:10', 'eip155:1', 'eip155:8453'])
  expect(ids({ chainId: 'solana:main' }, networks, undefined)).toEqual(['solana:main'])
})

test('a smart account receives on its own network only', () => {
  expect(ids({ chainId: 'eip155:10', accountType: 'smartAccount' }, networks, undefined)).toEqual(['eip155:10'])
  expect(ids({ chainId: 'eip155:10', accountType: 'eoa' }, networks, undefined)).toHaveLength(3)
})

test('a paired wallet receives only on the networks that it has agreed to', () => {
  expect(ids({ chainId: 'eip155:1' }, networks, ['eip155:1', 'eip155:8453'])).toEqual(['eip155:1', 'eip155:8453'])
  expect(ids({ chainId: 'eip155:1' }, networks, [])).toEqual(['eip155:1'])
})

test('on a network that the app does not list, the others are left', () => {
  expect(ids({ chainId: 'eip155:31337' }, networks, undefined)).toEqual(['eip155:1', 'eip155:10', 'eip155:8453'])
  expect(ids({ chainId: 'eip155:31337', accountType: 'smartAccount' }, networks, undefined)).toEqual([])
})
