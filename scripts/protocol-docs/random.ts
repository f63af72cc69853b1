/** A small seeded random generator (mulberry32): the same seed gives the same vectors on every machine. */
export interface Random {
  /** 0 to `below` - 1. */
  below(below: number): number
  pick<T>(items: readonly T[]): T
  chance(share: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share) => next() < share,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('items: empty')
      return items[below(items.length)] as T // as: the index is below the length
    },
  }
}

/** Derives a seed from a text, so that a new message does not change the vectors of the others. */
export const seedOf = (text: string): number => {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}
