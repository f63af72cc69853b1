/** Names and coins of networks, which approvals show: so they must not come from a page. */
import * as z from 'zod/mini'
import type { Caip2 } from '../scalars/caip.ts'
import { WalletName } from './shapes/announced.ts'

/**
 * A network that the wallet's own table does not have: the entries of `networks` in the project record. The decimals are those of the
 * namespace, and cannot be chosen.
 */
export const NamedNetwork = z.strictObject({
  name: WalletName,
  /** Part of sentences, so it cannot be read as anything else. */
  symbol: z.string().check(z.regex(/^[a-z]\w{0,11}$/i)),
})

/** The wallet's own table. A project record can neither change it nor give its names to another network. */
export const knownNetworks: Readonly<Record<string, readonly [name: string, symbol: string]>> = {
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

/** The network of the table that has this name, in whatever spelling. Undefined if that is `id` itself. */
export function ownerOfName(id: Caip2, name: string): string | undefined {
  const owners = Object.entries(knownNetworks).filter(([, [known]]) => folded(known) === folded(name))
  return owners.some(([owner]) => owner === id) ? undefined : owners[0]?.[0]
}

/** Letters and digits only, without case, accents and width, so that "ETHER EUM" is "Ethereum". */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
