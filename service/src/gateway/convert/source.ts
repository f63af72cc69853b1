/** Interface of a swap source, and its answers. Amounts are in the smallest unit. */
import type { Leg, OperatorFee } from '@airlock/protocol/gateway/convert.ts'
import type { Hex } from 'viem'

export type Side = {
  /** The token's contract; for the currency, its wrapped form. */
  readonly token: Hex
  readonly isNative: boolean
}

export type SwapQuery = {
  readonly from: Side
  readonly to: Side
  readonly amount: bigint
  /** The swapping account. Sources that require it return no quote without it. */
  readonly account: Hex | undefined
  /** Wei per unit of gas that a transaction will probably pay. Resolved while the source works. */
  readonly gasPrice: Promise<bigint>
  readonly slippageBps: number
  /** Which contracts may be called: the network's default router, all known routers, or aggregators too. */
  readonly routers: 'default' | 'known' | 'any'
  /** Whether the plan will be built. */
  readonly isFirm: boolean
  readonly signal: AbortSignal
}

export type Order = {
  readonly account: Hex
  /** The minimum that the account receives; above zero. */
  readonly minimum: bigint
  /** Unix time in seconds. */
  readonly deadline: bigint
}

/** `to` must revert if the output is below the order's minimum. */
export type SwapCall = { readonly to: Hex; readonly data: Hex; readonly value: bigint }

export type Plan = {
  /** Amount that the account receives, after all fees except gas. */
  readonly received: bigint
  readonly route: readonly Leg[]
  readonly router: Hex
  /** The contract that needs an allowance; absent: none. */
  readonly spender: Hex | undefined
  readonly gas: bigint
  /** The value of the gas in the received token; absent: unknown. */
  readonly gasInTo: bigint | undefined
  readonly impactBps: number | undefined
  readonly fee: OperatorFee | undefined
  /** The token charges a fee on transfers, already deducted from `received`. */
  readonly isTaxed: boolean
  readonly build: (order: Order) => SwapCall
}

export type SwapSource = {
  /**
   * The best plan, or undefined.
   * @throws {Error} when the source cannot be asked
   */
  readonly quote: (query: SwapQuery) => Promise<Plan | undefined>
}

/** The plan's output minus its gas. Below zero if it is not worth its gas. */
export const worthOf = ({ received, gasInTo }: Pick<Plan, 'received' | 'gasInTo'>): bigint => received - (gasInTo ?? 0n)

export const bestOf = <T extends Pick<Plan, 'received' | 'gasInTo'>>(plans: readonly T[]): T | undefined =>
  plans.reduce<T | undefined>((best, one) => (best && worthOf(best) >= worthOf(one) ? best : one), undefined)

export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
