/** Chance that can be had again: the same seed, the same run of numbers. */
export type Chance = {
  /** From 0 up to, and without, `below`. */
  readonly below: (below: number) => number
  readonly happens: (probability: number) => boolean
  /** Another run of numbers, told by its name and the seed alone. */
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
