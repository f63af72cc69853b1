/** Data of well-known networks: EVM from viem, and the Solana clusters. */
import { type Caip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Chain } from 'viem'
import * as chains from 'viem/chains'
import type { GatewayNetwork } from './network.ts'

type Known = Pick<GatewayNetwork, 'currency' | 'multicall3'>

const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const
/** By the first 32 characters of their genesis hash. */
const clusters = new Set([
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
])

export function knownNetwork(id: Caip2): Known | undefined {
  const reference = referenceOf(id)
  if (namespaceOf(id) === 'solana')
    return clusters.has(reference) ? { currency: sol, multicall3: undefined } : undefined
  // Several test chains share these ids; the operator must describe theirs.
  if (['1337', '31337'].includes(reference)) return undefined
  const chain = Object.values<Chain>(chains).find((one) => String(one.id) === reference)
  if (!chain) return undefined
  const { name, symbol, decimals } = chain.nativeCurrency
  return { currency: { name, symbol, decimals }, multicall3: chain.contracts?.multicall3?.address }
}
