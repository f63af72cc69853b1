/** Ids: those of our own calls, and those that have been seen. */
import { randomId } from '../natives.ts'

/** One random id per channel whose first group counts: as unique as a random one for each call, in a tenth of the time. */
export function createIds(): () => string {
  const rest = randomId().slice(8)
  let count = 0
  return () => (count++).toString(16).padStart(8, '0') + rest
}

/**
 * Remembers the last `size` ids. The oldest is found in a ring: a set that is deleted from at its front keeps the holes,
 * and each look for its first id walks over them.
 */
export function createMemory(size: number) {
  const ids = new Set<string>()
  const ring: string[] = []
  let next = 0
  return {
    has: (id: string) => ids.has(id),
    add(id: string): void {
      if (ids.has(id)) return
      ids.delete(ring[next] ?? '')
      ids.add(id)
      ring[next] = id
      next = (next + 1) % size
    },
  }
}
