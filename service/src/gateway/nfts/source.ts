/** Interface of an NFT ownership source, chosen per network. Names and pictures come from elsewhere. */
import type { Collectible } from '@airlock/protocol/gateway/collectibles.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { GatewayNetwork } from '../networks/network.ts'

export type OwnedNft = {
  readonly chainId: Caip2
  /** Contract in lower case, or Solana mint. */
  readonly contract: string
  /** Decimal. Empty on Solana. */
  readonly tokenId: string
  readonly standard: Collectible['standard']
  /** Decimal, at least 1. */
  readonly amount: string
}

export type NftQuery = {
  readonly address: string
  /** `next` of the previous page. Anything else is refused. */
  readonly cursor: string | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

export type NftSource = {
  readonly network: GatewayNetwork
  /** @throws {GatewayRefusal} 400 for an invalid cursor; {Error} when it cannot be read */
  readonly read: (query: NftQuery) => Promise<{ readonly owned: readonly OwnedNft[]; readonly next?: string }>
}
