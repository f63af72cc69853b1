/** The value of gas in a token, at the pools' own prices: to choose a route, and to display. */
import type { Hex } from 'viem'
import { isSame } from '../source.ts'
import { type PoolWithState, pairKey } from './book.ts'
import { atPrice } from './pool.ts'

/** @returns undefined if no pools connect the currency and the token */
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
    // The median, so that one pool with a manipulated price does not decide.
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
