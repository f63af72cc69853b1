/** The one interface to a wallet, whatever stands behind it: an injected wallet, a pairing, the embedded wallet. */
import type { ConnectorType } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Caip10, Namespace } from '@airlock/protocol/scalars/caip.ts'

/** What a wallet offers after connecting: its accounts, the first being active, and the network it is on. */
export interface Offer {
  accounts: readonly Caip10[]
  chainId: Caip2
  /** How the person is called by the wallet: the address of an e-mail login. */
  profile?: string
  accountType?: 'eoa' | 'smartAccount'
}

export type ConnectorEvent =
  | { type: 'accounts'; accounts: readonly string[] }
  | { type: 'chain'; chainId: Caip2 }
  /** The wallet has changed what it offers here: accounts and network at once. */
  | { type: 'offer'; offer: Offer }
  /** It goes on without this namespace. */
  | { type: 'removed' }
  | { type: 'disconnect' }

export interface Connector {
  /** Names this connector in this session: the handle of an injected wallet, or the namespace of a pairing. */
  readonly key: string
  /** Stable across sessions: rdns, or name. */
  readonly id: string
  readonly type: ConnectorType
  readonly namespace: Namespace
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string | undefined
  readonly disputed: boolean
  readonly handle: string | undefined

  /** Asks the person. @throws AirlockError USER_REJECTED, REQUEST_PENDING, ... */
  connect(options: { signal: AbortSignal }): Promise<Offer>
  /** Never asks: `undefined` when the wallet no longer allows this app. */
  restore(options: { signal: AbortSignal }): Promise<Offer | undefined>
  /** Tells the wallet, where it can be told; never throws for a wallet that cannot. */
  disconnect(): Promise<void>
  /** Switches, adding the network where the wallet does not know it. @throws CHAIN_NOT_SUPPORTED, USER_REJECTED. */
  switchNetwork(network: Network, options: { signal: AbortSignal }): Promise<void>
  /** `params` as the method wants them: a list for EVM methods, an object for others. */
  request(method: string, params: Json, options: { scope: Caip2; signal?: AbortSignal }): Promise<Json>
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}
