/**
 * Sweeps: one check over many like things. `npm test` runs each in a short form, the first of every kind and a seeded draw
 * of the rest; `npm run sweep` runs them whole. `AIRLOCK_SEED` draws others.
 */
import fc from 'fast-check'

export const isWholeSweep = process.env.AIRLOCK_SWEEP === 'whole'

export type SweepOptions<T> = {
  readonly isWhole?: boolean
  readonly seed?: number
  /** How many are drawn beside the first of every kind. */
  readonly drawn: number
  readonly kindOf: (one: T) => string
}

/** The order stays. */
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

/** The first word of a name: `connecting-slow` is one of `connecting`. */
export const firstWord = ({ name }: { readonly name: string }): string => name.split('-', 1)[0] ?? name
