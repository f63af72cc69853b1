/**
 * The number that the wallet shows and the person picks in the page from the mail: who was led to approve somebody else's device does
 * not know it. Two digits, three to choose from.
 */
import type { Outside } from '../outside.ts'

export const lowest = 10
export const highest = 99
const choices = 3

export type Match = {
  /** In the order in which they are shown. */
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

/** Without bias: values beyond the last whole round are drawn again. */
function drawBelow(count: number, randomBytes: Outside['randomBytes']): number {
  const limit = 256 - (256 % count)
  for (;;) {
    const [drawn = 256] = randomBytes(1)
    if (drawn < limit) return drawn % count
  }
}
