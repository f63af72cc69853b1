/** Candidate routes: direct, and through one base token, each within one pool version. */
import type { Hex } from 'viem'
import { isSame } from '../source.ts'
import { type Pair, type PoolWithState, pairKey } from './book.ts'

/** Pools from the first token to the last. */
export type Candidate = {
  readonly kind: 'v2' | 'v3'
  readonly path: readonly Hex[]
  readonly pools: readonly PoolWithState[]
}

/** For v3 routes through a base: how many of the deepest pools of each pair are used. */
const deepest = 2

export const basesBetween = (from: Hex, to: Hex, bases: readonly Hex[]): readonly Hex[] =>
  bases.filter((base) => !isSame(base, from) && !isSame(base, to))

/** All pairs that a route may use, and those needed to price gas. */
export const pairsBetween = (from: Hex, to: Hex, wrapped: Hex, bases: readonly Hex[]): readonly Pair[] => [
  [from, to],
  ...basesBetween(from, to, bases).flatMap((base): Pair[] => [
    [from, base],
    [base, to],
  ]),
  ...[to, ...bases].flatMap((token): Pair[] => (isSame(token, wrapped) ? [] : [[wrapped, token]])),
]

export function candidatesBetween(
  from: Hex,
  to: Hex,
  bases: readonly Hex[],
  found: ReadonlyMap<string, readonly PoolWithState[]>,
): readonly Candidate[] {
  const between = (one: Hex, other: Hex, kind: 'v2' | 'v3') =>
    (found.get(pairKey(one, other)) ?? []).filter(({ pool }) => pool.kind === kind)
  const direct = (['v2', 'v3'] as const).flatMap((kind) =>
    between(from, to, kind).map((pool): Candidate => ({ kind, path: [from, to], pools: [pool] })),
  )
  const hops = basesBetween(from, to, bases).flatMap((base) =>
    (['v2', 'v3'] as const).flatMap((kind) =>
      topOf(between(from, base, kind)).flatMap((first) =>
        topOf(between(base, to, kind)).map(
          (second): Candidate => ({ kind, path: [from, base, to], pools: [first, second] }),
        ),
      ),
    ),
  )
  return [...direct, ...hops]
}

const topOf = (pools: readonly PoolWithState[]): readonly PoolWithState[] =>
  pools.toSorted((one, other) => (one.state.depth < other.state.depth ? 1 : -1)).slice(0, deepest)
