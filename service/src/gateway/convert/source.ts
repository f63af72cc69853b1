/** Where swaps come from: one interface, and what it answers. Amounts are in the smallest unit. */
import type { Leg, OperatorFee } from '@airlock/protocol/gateway/convert.ts'
import type { Hex } from 'viem'

export type Side = {
  /** The contract; for the currency, its wrapped form. */
  readonly token: Hex
  readonly isNative: boolean
}

export type SwapQuery = {
  readonly from: Side
  readonly to: Side
  readonly amount: bigint
  /** Who swaps. A source that cannot answer without it has no quote. */
  readonly account: Hex | undefined
  /** Wei per unit of gas that a transaction probably pays. It is read while the source works. */
  readonly gasPrice: Promise<bigint>
  readonly slippageBps: number
  /** Which contracts may be called: the network's default one, all that are known of it, or also those of an aggregator. */
  readonly routers: 'default' | 'known' | 'any'
  /** Whether the plan will be built. */
  readonly isFirm: boolean
  readonly signal: AbortSignal
}

export type Order = {
  readonly account: Hex
  /** The least that the account receives; above zero. */
  readonly minimum: bigint
  /** Unix time in seconds. */
  readonly deadline: bigint
}

/** `to` refuses the call rather than giving less than the order's minimum. */
export type SwapCall = { readonly to: Hex; readonly data: Hex; readonly value: bigint }

export type Plan = {
  /** What the account receives, after all fees but gas. */
  readonly received: bigint
  readonly route: readonly Leg[]
  readonly router: Hex
  /** Needs an allowance; absent: nobody does. */
  readonly spender: Hex | undefined
  readonly gas: bigint
  /** The worth of the gas in the token that is received; absent: not known. */
  readonly gasInTo: bigint | undefined
  readonly impactBps: number | undefined
  readonly fee: OperatorFee | undefined
  /** The token takes a part of its transfers, which `received` leaves out. */
  readonly isTaxed: boolean
  readonly build: (order: Order) => SwapCall
}

export type SwapSource = {
  /** The best it has, or nothing. @throws {Error} when it cannot be asked */
  readonly quote: (query: SwapQuery) => Promise<Plan | undefined>
}

/** What remains of a plan once its gas is paid. Below zero for what is not worth its gas. */
export const worthOf = ({ received, gasInTo }: Pick<Plan, 'received' | 'gasInTo'>): bigint => received - (gasInTo ?? 0n)

export const bestOf = <T extends Pick<Plan, 'received' | 'gasInTo'>>(plans: readonly T[]): T | undefined =>
  plans.reduce<T | undefined>((best, one) => (best && worthOf(best) >= worthOf(one) ? best : one), undefined)

export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
