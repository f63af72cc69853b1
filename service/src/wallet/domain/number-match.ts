/**
 * Number matching: the wallet shows a number and the user picks it on the page from the email. A user tricked into
 * approving another device does not know the number. Two digits, three choices.
 */
import type { Outside } from '../outside.ts'

export const lowest = 10
export const highest = 99
const choices = 3

export type Match = {
  /** In display order. */
  readonly shown: readonly number[]
  readonly right: number
}

export function drawMatch({ randomBytes }: Pick<Outside, 'randomBytes'>): Match {
  const below = (count: number) => drawBelow(count, randomBytes)
  const shown = new Set<number>()
  while (shown.size < choices) shown.add(lowest + below(highest - lowest + 1))
  const numbers = [...shown]
  const right = numbers[below(choices)]
  if (right === undefined) throw new RangeError('No number was drawn')
  return { shown: numbers, right }
}

/** Rejection sampling, to avoid modulo bias. */
function drawBelow(count: number, randomBytes: Outside['randomBytes']): number {
  const limit = 256 - (256 % count)
  for (;;) {
    const [drawn = 256] = randomBytes(1)
    if (drawn < limit) return drawn % count
  }
}
