/** A network as the gateway serves it. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

export type Token = {
  /** The contract, or the mint. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl: string | undefined
}

export type GatewayNetwork = {
  readonly id: Caip2
  /** In order of preference. They may hold keys of the operator: never in an answer, a log line or an error. */
  readonly rpcUrls: readonly string[]
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Address of Multicall3, where the network has it. */
  readonly multicall3: `0x${string}` | undefined
  /** Tokens whose balances are read. */
  readonly tokens: readonly Token[]
}

export type GatewayNetworks = ReadonlyMap<Caip2, GatewayNetwork>
