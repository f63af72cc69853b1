/** Which NFTs an account owns: one interface, chosen per network. What they are called and look like is not known here. */
import type { Collectible } from '@airlock/protocol/gateway/collectibles.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { GatewayNetwork } from '../networks/network.ts'

export type OwnedNft = {
  readonly chainId: Caip2
  /** Contract in lower case, or mint on Solana. */
  readonly contract: string
  /** Decimal. Empty on Solana. */
  readonly tokenId: string
  readonly standard: Collectible['standard']
  /** Decimal, at least 1. */
  readonly amount: string
}

export type NftQuery = {
  readonly address: string
  /** `next` of the page before. Anything else is refused. */
  readonly cursor: string | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

export type NftSource = {
  readonly network: GatewayNetwork
  /** @throws {GatewayRefusal} 400 for a cursor that is none; {Error} when it cannot be read */
  readonly read: (query: NftQuery) => Promise<{ readonly owned: readonly OwnedNft[]; readonly next?: string }>
}
