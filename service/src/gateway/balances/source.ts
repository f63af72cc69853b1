/** Where balances come from: one interface, chosen per network. */
import type { GatewayNetwork, Token } from '../networks/network.ts'

export type Holding = {
  /** `undefined`: the network's own currency. */
  readonly token: Token | undefined
  /** In the smallest unit. */
  readonly amount: bigint
}

export type BalanceQuery = {
  readonly address: string
  /** Contracts that are read even if no list has them, and listed even if there are none. */
  readonly named: readonly string[]
  readonly signal: AbortSignal
}

export type BalanceSource = {
  readonly network: GatewayNetwork
  /** Whether this is an address of the network's namespace. */
  readonly isAddress: (text: string) => boolean
  /** What the account holds. @throws {Error} when it cannot be read: an unread balance is not zero. */
  readonly read: (query: BalanceQuery) => Promise<readonly Holding[]>
}
