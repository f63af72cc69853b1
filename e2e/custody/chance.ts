/** Reproducible random numbers: the same seed gives the same sequence. */
export type Chance = {
  /** An integer from 0 to `below` - 1. */
  readonly below: (below: number) => number
  readonly happens: (probability: number) => boolean
  /** An independent sequence that depends only on the name and the seed. */
  readonly fork: (name: string) => Chance
}

export function createChance(seed: string): Chance {
  // FNV-1a of the seed.
  let state = new TextEncoder().encode(seed).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5)
  /** Mulberry32. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (below) => Math.floor(next() * below),
    happens: (probability) => next() < probability,
    fork: (name) => createChance(`${seed}/${name}`),
  }
}
