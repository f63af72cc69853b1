/**
 * Names and coins of networks, as the wallet knows them itself: what the page calls a network is the page's word. A network that is not here is
 * shown by its id, its coin in the smallest unit that every EVM chain or Solana cluster has.
 */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'

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
  'eip155:8453': ['Base', 'ETH'],
  'eip155:42161': ['Arbitrum One', 'ETH'],
  'eip155:43114': ['Avalanche', 'AVAX'],
  'eip155:59144': ['Linea', 'ETH'],
  'eip155:534352': ['Scroll', 'ETH'],
  'eip155:11155111': ['Sepolia', 'ETH'],
  'eip155:84532': ['Base Sepolia', 'ETH'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['Solana', 'SOL'],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['Solana Devnet', 'SOL'],
}

export function networkWords(id: Caip2): NetworkWords {
  const [name, symbol] = Object.hasOwn(known, id) ? (known[id] ?? [id, '']) : [id, '']
  return { name, symbol, decimals: namespaceOf(id) === 'solana' ? 9 : 18 }
}
