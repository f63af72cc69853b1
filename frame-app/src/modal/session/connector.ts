/** The common interface of all kinds of wallets: injected, paired and embedded. */
import type { AccountDetail, ConnectorType, User } from '@airlock/protocol/contracts/shapes/account.ts'
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2, Caip10, Namespace } from '@airlock/protocol/scalars/caip.ts'

/** The result of connecting. In a connection, another account may be the active one. */
export interface Offer {
  /** All accounts that the wallet has granted, the active one first. */
  accounts: readonly Caip10[]
  /** The network the wallet is on. */
  chainId: Caip2
  /** The wallet's name for the user: the email address of an email login. */
  profile?: string
  /** The same user, as reported to the page. */
  user?: User
  accountType?: 'eoa' | 'smartAccount'
  smartAccountDeployed?: boolean
  /** For accounts that are more than an address: those of Bitcoin. */
  details?: readonly AccountDetail[]
}

export type ConnectorEvent =
  | { type: 'accounts'; accounts: readonly string[] }
  | { type: 'chain'; chainId: Caip2 }
  /** The wallet has changed both accounts and network of this namespace. */
  | { type: 'offer'; offer: Offer }
  /** The wallet no longer offers this namespace. */
  | { type: 'removed' }
  | { type: 'disconnect' }
  /**
   * It has to be asked for accounts and network again: by EIP-1193, `disconnect` says that it reaches no network, and `connect` that it does
   * again. Neither says that the site's permission is gone.
   */
  | { type: 'unclear' }

export interface Connector {
  /** Names this connector in this session: the handle of an injected wallet, or the namespace of a pairing. */
  readonly key: string
  /** Stable across sessions: the rdns, or the name. */
  readonly id: string
  readonly type: ConnectorType
  readonly namespace: Namespace
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string | undefined
  readonly disputed: boolean
  readonly handle: string | undefined
  /** The networks on which the wallet has agreed to use its accounts; absent if it does not report them. */
  readonly agreedChains?: () => readonly Caip2[]
  /** Whether the wallet can be asked to add other networks. */
  readonly addsNetworks?: () => boolean
  /** The address of the same account on another network, if networks have addresses of their own. */
  readonly addressOn?: (address: string, chainId: Caip2) => string
  /** The capabilities that the wallet named for this address when it was paired (EIP-5792): by network, unchecked. */
  readonly capabilities?: (address: string) => unknown

  /** Prompts the user. @throws AirlockError USER_REJECTED, REQUEST_PENDING, ... */
  connect(options: { signal: AbortSignal }): Promise<Offer>
  /** Never prompts; `undefined` if the wallet no longer allows this app. */
  restore(options: { signal: AbortSignal }): Promise<Offer | undefined>
  /** Disconnects in the wallet if it supports that; never throws if it does not. */
  disconnect(): Promise<void>
  /**
   * Switches the network, and adds it if the wallet does not know it.
   * @returns the accounts there, in a namespace whose networks have addresses of their own
   * @throws CHAIN_NOT_SUPPORTED, USER_REJECTED
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to tell, and say nothing
  switchNetwork(network: Network, options: { signal: AbortSignal }): Promise<Offer | void>
  /** `params` in the method's own form: a list for EVM methods, an object for others. */
  request(method: string, params: Json, options: { scope: Caip2; signal?: AbortSignal }): Promise<Json>
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}
