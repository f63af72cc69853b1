/** Names of Solana networks in the Wallet Standard. */
import { quietly } from '../dom.ts'
import type { CaipNetworkId, Network } from '../types.ts'

/** Networks with a special name in the Wallet Standard. */
const chainNames: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}
export const toChain = (id: CaipNetworkId): string => chainNames[id] ?? id

const localnet = 'solana:localnet'

/**
 * All names of a network, the preferred one first. The genesis hash of a development node, and so its CAIP-2 id, changes with each ledger,
 * so libraries use the standard's fixed name for it.
 */
export function chainsOf({ caipNetworkId: id, rpcUrls }: Network): string[] {
  const name = toChain(id)
  return name === id && id !== localnet && rpcUrls.default.http.some(isLoopback) ? [id, localnet] : [name]
}

const isLoopback = (url: string): boolean =>
  /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(quietly(() => new URL(url).hostname) ?? '')
