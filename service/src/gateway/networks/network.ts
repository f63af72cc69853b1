/** A network served by the gateway. */
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { ExplorerHistory } from '../history/explorer/client.ts'
import type { FeedPrices } from '../prices/feed.ts'
import type { PoolPrices } from '../prices/pools.ts'

/** More decimals than any amount has digits. */
export const maxDecimals = 77

export type Token = {
  /** Address of the contract or mint. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Source of its picture, for the image route; never part of an answer. */
  readonly iconUrl: string | undefined
}

export type NetworkPrices = ({ readonly kind: 'pools' } & PoolPrices) | ({ readonly kind: 'feed' } & FeedPrices)

export type IndexedHistory = {
  /** `undefined`: the head at the first start. */
  readonly fromBlock: number | undefined
  /** Between two polls of the head. */
  readonly pollMs?: number
}
export type NetworkHistory =
  | ({ readonly kind: 'index' } & IndexedHistory)
  | ({ readonly kind: 'explorer' } & ExplorerHistory)

export type GatewayNetwork = {
  readonly id: Caip2
  /** In order of preference. They may contain the operator's keys: never include them in an answer, a log line or an error. */
  readonly rpcUrls: readonly string[]
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Address of Multicall3, if the network has it. */
  readonly multicall3: `0x${string}` | undefined
  /** Tokens whose balances are read. With fetched lists, the array is replaced on each change: read it again when needed. */
  readonly tokens: readonly Token[]
  /** Lists fetched at run time, in order of preference. */
  readonly tokenListUrls?: readonly string[] | undefined
  /** Absent: amounts have no prices. */
  readonly prices?: NetworkPrices | undefined
  /** For EVM networks; absent: none. Solana's nodes provide history themselves. */
  readonly history?: NetworkHistory | undefined
  /** Swap contracts, for EVM networks. Absent: no swaps. */
  readonly swap?: SwapNetwork | undefined
}

export type GatewayNetworks = ReadonlyMap<Caip2, GatewayNetwork>
