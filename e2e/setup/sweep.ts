/**
 * Sweeps: one check over many similar items. `npm test` runs each in a short form, with the first item of every kind
 * and a seeded random selection of the rest; `npm run sweep` runs them in full. `AIRLOCK_SEED` changes the selection.
 */
import fc from 'fast-check'

export const isWholeSweep = process.env.AIRLOCK_SWEEP === 'whole'

export type SweepOptions<T> = {
  readonly isWhole?: boolean
  readonly seed?: number
  /** Number of items selected besides the first of every kind. */
  readonly drawn: number
  readonly kindOf: (one: T) => string
}

/** Selects the items of the sweep; keeps their order. */
export function swept<T>(
  all: readonly T[],
  { isWhole = isWholeSweep, seed = Number(process.env.AIRLOCK_SEED ?? 1), drawn, kindOf }: SweepOptions<T>,
): readonly T[] {
  if (isWhole) return all
  const first = all.filter((one, index) => all.findIndex((other) => kindOf(other) === kindOf(one)) === index)
  const rest = all.filter((one) => !first.includes(one))
  const count = Math.min(drawn, rest.length)
  const [picked = []] = fc.sample(fc.shuffledSubarray(rest, { minLength: count, maxLength: count }), {
    seed,
    numRuns: 1,
  })
  return all.filter((one) => first.includes(one) || picked.includes(one))
}

/** The first word of a state's name: `connecting` for `connecting-slow`. */
export const firstWord = ({ name }: { readonly name: string }): string => name.split('-', 1)[0] ?? name
