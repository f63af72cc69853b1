/** What gas is worth in a token, at the pools' own prices: for the choice of a route, and for showing. */
import type { Hex } from 'viem'
import { isSame } from '../source.ts'
import { type PoolWithState, pairKey } from './book.ts'
import { atPrice } from './pool.ts'

/** @returns undefined where no pools lead from the currency to the token */
export function worthIn(
  token: Hex,
  wei: bigint,
  wrapped: Hex,
  bases: readonly Hex[],
  found: ReadonlyMap<string, readonly PoolWithState[]>,
): bigint | undefined {
  if (isSame(token, wrapped)) return wei
  const step = (from: Hex, to: Hex, amount: bigint): bigint | undefined => {
    const pools = found.get(pairKey(from, to)) ?? []
    const values = pools.map(({ pool, state }) => atPrice(pool, state, from, amount))
    // The one in the middle: a pool that somebody left at an odd price does not decide.
    return values.toSorted((one, other) => (one < other ? -1 : 1))[Math.floor(values.length / 2)]
  }
  const direct = step(wrapped, token, wei)
  if (direct !== undefined) return direct
  for (const base of bases) {
    const half = isSame(base, wrapped) || isSame(base, token) ? undefined : step(wrapped, base, wei)
    const whole = half === undefined ? undefined : step(base, token, half)
    if (whole !== undefined) return whole
  }
  return undefined
}
