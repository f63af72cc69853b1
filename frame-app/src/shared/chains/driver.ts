/** One interface for all namespaces. The differences between namespaces stay inside the drivers. */
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Json } from '@airlock/protocol/json.ts'

export interface NativeBalance {
  /** In the smallest unit. */
  value: bigint
  decimals: number
  symbol: string
}

/** Reads from a network's nodes. */
export interface ChainReader {
  nativeBalance(address: string, signal: AbortSignal): Promise<NativeBalance>
  /** A read of the RPC allowlist. @throws AirlockError with the node's code, NETWORK when no node answers. */
  request(method: string, params: Json, signal: AbortSignal, filter?: RpcMethod['filter']): Promise<Json>
  /** The state of a transaction, if no request of the allowlist tells it; `null` if no server knows it. */
  transactionStatus?(id: string, signal: AbortSignal): Promise<'pending' | 'confirmed' | null>
  /** Starts ranking the nodes by latency and stability; the returned function stops it. Only while the modal is open. */
  rank(): () => void
}

export interface ChainDriver {
  /** `urls` are listed in the project record, in order of preference. */
  createReader(network: Network, urls: readonly string[]): ChainReader
}
