/**
 * The wallet's own table of network names and coins, because the page could give a network any name. Other networks have the name of the
 * project record, or are shown by their id. Their coins have the decimals of all EVM chains or Solana clusters.
 */
import { NamedNetwork } from '@airlock/protocol/contracts/named-network.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { givenName } from './network-names.ts'

export interface NetworkWords {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const known: Readonly<Record<string, readonly [name: string, symbol: string]>> = {
  'eip155:1': ['Ethereum', 'ETH'],
  'eip155:10': ['OP Mainnet', 'ETH'],
  'eip155:56': ['BNB Smart Chain', 'BNB'],
  'eip155:100': ['Gnosis', 'xDAI'],
  'eip155:137': ['Polygon', 'POL'],
  'eip155:250': ['Fantom', 'FTM'],
  'eip155:324': ['ZKsync Era', 'ETH'],
  'eip155:8217': ['Kaia', 'KAIA'],
  'eip155:8453': ['Base', 'ETH'],
  'eip155:42161': ['Arbitrum One', 'ETH'],
  'eip155:43114': ['Avalanche', 'AVAX'],
  'eip155:59144': ['Linea', 'ETH'],
  'eip155:534352': ['Scroll', 'ETH'],
  'eip155:1313161554': ['Aurora', 'ETH'],
  'eip155:11155111': ['Sepolia', 'ETH'],
  'eip155:84532': ['Base Sepolia', 'ETH'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['Solana', 'SOL'],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['Solana Devnet', 'SOL'],
}

export function networkWords(id: Caip2): NetworkWords {
  const [name, symbol] = (Object.hasOwn(known, id) && known[id]) || ofRecord(id) || [id, '']
  return { name, symbol, decimals: namespaceOf(id) === 'solana' ? 9 : 18 }
}

function ofRecord(id: Caip2): readonly [name: string, symbol: string] | undefined {
  const named = z.safeParse(NamedNetwork, givenName(id))
  return named.success ? [named.data.name, named.data.symbol] : undefined
}
