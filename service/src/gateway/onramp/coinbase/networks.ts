/** Coinbase's names of networks, which a session token and a checkout address use. */
import { coinbaseNames } from '@airlock/protocol/gateway/onramp-rules.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

const names: Readonly<Partial<Record<Caip2, string>>> = {
  ...coinbaseNames,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
}

export const coinbaseName = (network: Caip2): string | undefined => names[network]

/** `undefined` for an unknown network. Coinbase writes `base` as well as `base-mainnet`. */
export function networkOfCoinbase(name: string): Caip2 | undefined {
  const short = name.replace(/-mainnet$/, '')
  // as: the keys of the table
  return (Object.keys(names) as Caip2[]).find((network) => names[network] === short)
}
