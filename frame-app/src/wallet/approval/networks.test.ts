import { afterEach, expect, test } from 'vitest'
import { nameNetworks } from './network-names.ts'
import { networkWords } from './networks.ts'

afterEach(() => nameNetworks(undefined))

test('a network has the name and the coin of the project record, with the decimals of its namespace', () => {
  nameNetworks({
    'eip155:31337': { name: 'Local One', symbol: 'ETH' },
    'solana:AirLockLocaLSoLanaChain111111111': { name: 'Local Solana', symbol: 'SOL' },
  })
  expect(networkWords('eip155:31337')).toEqual({ name: 'Local One', symbol: 'ETH', decimals: 18 })
  expect(networkWords('solana:AirLockLocaLSoLanaChain111111111')).toEqual({
    name: 'Local Solana',
    symbol: 'SOL',
    decimals: 9,
  })
  expect(networkWords('eip155:31338')).toEqual({ name: 'eip155:31338', symbol: '', decimals: 18 })
})

test('a record renames no network of the table, and names none badly', () => {
  nameNetworks({
    'eip155:1': { name: 'Ether for free', symbol: 'USDC' },
    'eip155:5': { name: 'Five', symbol: 'ETH', decimals: 2 },
    'eip155:6': { name: 'Six', symbol: '9 ETH' },
    'eip155:7': { name: ' \u202eSeven', symbol: 'ETH' },
    'eip155:8': 'Eight',
  })
  expect(networkWords('eip155:1')).toMatchObject({ name: 'Ethereum', symbol: 'ETH' })
  for (const id of ['eip155:5', 'eip155:6', 'eip155:7', 'eip155:8'] as const)
    expect(networkWords(id)).toEqual({ name: id, symbol: '', decimals: 18 })
})

test('no name comes from what every object has', () => {
  nameNetworks({})
  expect(networkWords('eip155:constructor')).toMatchObject({ name: 'eip155:constructor', symbol: '' })
})
