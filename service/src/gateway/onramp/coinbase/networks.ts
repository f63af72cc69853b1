/** Coinbase's names of networks, which a session token and a checkout address use. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

const names: Readonly<Partial<Record<Caip2, string>>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:137': 'polygon',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:80094': 'berachain',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
}

export const coinbaseName = (network: Caip2): string | undefined => names[network]

/** `undefined` for an unknown network. Coinbase writes `base` as well as `base-mainnet`. */
export function networkOfCoinbase(name: string): Caip2 | undefined {
  const short = name.replace(/-mainnet$/, '')
  // as: the keys of the table
  return (Object.keys(names) as Caip2[]).find((network) => names[network] === short)
}
