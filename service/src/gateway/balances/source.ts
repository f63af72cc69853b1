/** Interface of a balance source, chosen per network. */
import type { GatewayNetwork, Token } from '../networks/network.ts'

export type Holding = {
  /** `undefined`: the network's own currency. */
  readonly token: Token | undefined
  /** In the smallest unit. */
  readonly amount: bigint
}

export type BalanceQuery = {
  readonly address: string
  /** Contracts to read even if unlisted, and to return even with a zero balance. */
  readonly named: readonly string[]
  readonly signal: AbortSignal
}

export type BalanceSource = {
  readonly network: GatewayNetwork
  /** Whether this is an address of the network's namespace. */
  readonly isAddress: (text: string) => boolean
  /**
   * The account's balances.
   * @throws {Error} when they cannot be read: an unread balance is not zero.
   */
  readonly read: (query: BalanceQuery) => Promise<readonly Holding[]>
}
