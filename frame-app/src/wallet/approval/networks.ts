/**
 * Names and coins of networks: from the wallet's own table, because the page could give a network any name. Other networks have the name of
 * the project record, or are shown by their id. Their coins have the decimals of all EVM chains or Solana clusters.
 */
import { knownNetworks, NamedNetwork } from '@airlock/protocol/contracts/named-network.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { givenName } from './network-names.ts'

export interface NetworkWords {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export function networkWords(id: Caip2): NetworkWords {
  const [name, symbol] = (Object.hasOwn(knownNetworks, id) && knownNetworks[id]) || ofRecord(id) || [id, '']
  return { name, symbol, decimals: namespaceOf(id) === 'solana' ? 9 : 18 }
}

function ofRecord(id: Caip2): readonly [name: string, symbol: string] | undefined {
  const named = z.safeParse(NamedNetwork, givenName(id))
  return named.success ? [named.data.name, named.data.symbol] : undefined
}
