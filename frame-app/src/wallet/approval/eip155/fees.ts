/** When a fee is so high that the approval warns about it. */
import type { Warning } from '../../decode/intent.ts'
import { takesMostOf } from '../findings.ts'

const gwei = 10n ** 9n
/** Busy blocks take tips of several times the base fee; ten times is beyond what a wallet suggests. */
const mostTimesBase = 10n
/** The base fee counts as at least this: where it is close to zero, the tip alone is the price, and a tip of this size is common. */
const leastBase = 2n * gwei
/** Polygon asks for at least 25 gwei as a tip, of a coin that is worth little. */
const leastBases: Readonly<Record<number, bigint>> = { 137: 100n * gwei }

export interface FeeToJudge {
  readonly chainId: number
  /** In wei per gas. */
  readonly base: bigint
  readonly tip: bigint
  /** In wei. */
  readonly most: bigint
  /** In wei; `undefined` where the node does not tell. */
  readonly balance: bigint | undefined
}

/**
 * Two bounds, because the page, and the node, can choose each of these numbers: the tip against the base fee, and the maximum fee against
 * half of the balance, which also covers the gas limit and a base fee that is made up. There is no bound by the amount that is sent: most
 * calls send no coin, and a small payment can rightly cost more than it moves.
 */
export function warnOfFee({ chainId, base, tip, most, balance }: FeeToJudge): Warning[] {
  const least = leastBases[chainId] ?? leastBase
  const isHighTip = tip > mostTimesBase * (base > least ? base : least)
  return isHighTip || takesMostOf(balance, most) ? ['highFee'] : []
}
