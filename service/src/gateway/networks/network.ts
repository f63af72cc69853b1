/** A network as the gateway serves it. */
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { ExplorerHistory } from '../history/explorer/client.ts'
import type { FeedPrices } from '../prices/feed.ts'
import type { PoolPrices } from '../prices/pools.ts'

/** More decimals than any amount has digits. */
export const maxDecimals = 77

export type Token = {
  /** The contract, or the mint. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Source of its picture, for the image route: never in an answer itself. */
  readonly iconUrl: string | undefined
}

export type NetworkPrices = ({ readonly kind: 'pools' } & PoolPrices) | ({ readonly kind: 'feed' } & FeedPrices)

export type IndexedHistory = {
  /** `undefined`: the head at the first start. */
  readonly fromBlock: number | undefined
  /** Between two looks at the head. */
  readonly pollMs?: number
}
export type NetworkHistory =
  | ({ readonly kind: 'index' } & IndexedHistory)
  | ({ readonly kind: 'explorer' } & ExplorerHistory)

export type GatewayNetwork = {
  readonly id: Caip2
  /** In order of preference. They may hold keys of the operator: never in an answer, a log line or an error. */
  readonly rpcUrls: readonly string[]
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Address of Multicall3, where the network has it. */
  readonly multicall3: `0x${string}` | undefined
  /** Tokens whose balances are read. With fetched lists another array each time that they change: look again when it counts. */
  readonly tokens: readonly Token[]
  /** Lists that are fetched while the service runs, in order of preference. */
  readonly tokenListUrls?: readonly string[] | undefined
  /** Absent: amounts stand without prices. */
  readonly prices?: NetworkPrices | undefined
  /** Of EVM networks; absent: none. Solana's nodes know it themselves. */
  readonly history?: NetworkHistory | undefined
  /** Where tokens are swapped, of EVM networks. Absent: nowhere. */
  readonly swap?: SwapNetwork | undefined
}

export type GatewayNetworks = ReadonlyMap<Caip2, GatewayNetwork>
