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

/**
 * In coins of 18 decimals: what no fee takes without a word, however large the balance is. A tenth of an ether is many times what a costly call
 * takes in a busy hour. Coins that are worth little pay more of them; one that we do not know may be one of these, and is warned about early.
 */
const mostFee = 10n ** 17n
const mostFees: Readonly<Record<number, bigint>> = {
  100: 10n ** 19n,
  137: 10n ** 20n,
  43114: 3n * 10n ** 18n,
}

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
 * Three bounds, because the page, and the node, can choose each of these numbers: the tip against the base fee, and the maximum fee against
 * half of the balance and against a fixed amount, which also cover the gas limit and a base fee that is made up. There is no bound by the amount that is sent: most
 * calls send no coin, and a small payment can rightly cost more than it moves.
 */
export function warnOfFee({ chainId, base, tip, most, balance }: FeeToJudge): Warning[] {
  const least = leastBases[chainId] ?? leastBase
  const isHighTip = tip > mostTimesBase * (base > least ? base : least)
  const isHigh = most > (mostFees[chainId] ?? mostFee)
  return isHighTip || isHigh || takesMostOf(balance, most) ? ['highFee'] : []
}
