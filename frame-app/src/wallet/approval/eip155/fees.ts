/** Decides when a fee is so high that the approval warns about it. */
import type { Warning } from '../../decode/intent.ts'
import { mostFeeOn } from '../../signing/most-fee.ts'
import { takesMostOf } from '../warnings.ts'

const gwei = 10n ** 9n
/** In busy blocks, tips are several times the base fee; no wallet suggests a tip of ten times the base fee. */
const mostTimesBase = 10n
/** A lower base fee is treated as this value: where the base fee is almost zero, tips of this size are common. */
const leastBase = 2n * gwei
/** Polygon requires a tip of at least 25 gwei; its coin is worth little. */
const leastBases: Readonly<Record<number, bigint>> = { 137: 100n * gwei }

export interface FeeToJudge {
  readonly chainId: number
  /** In wei per gas. */
  readonly base: bigint
  readonly tip: bigint
  /** In wei. */
  readonly most: bigint
  /** In wei; `undefined` if the node does not say. */
  readonly balance: bigint | undefined
}

/**
 * Three limits, because the page and the node can choose each of these numbers: the tip against the base fee, and the maximum fee
 * against half of the balance and against a fixed amount. The last two also cover the gas limit and a false base fee. The fee is not
 * compared with the amount sent: most calls send no coins, and the fee of a small payment can legitimately exceed it.
 */
export function warnOfFee({ chainId, base, tip, most, balance }: FeeToJudge): Warning[] {
  const least = leastBases[chainId] ?? leastBase
  const isHighTip = tip > mostTimesBase * (base > least ? base : least)
  const isHigh = most > mostFeeOn(chainId)
  return isHighTip || isHigh || takesMostOf(balance, most) ? ['highFee'] : []
}
