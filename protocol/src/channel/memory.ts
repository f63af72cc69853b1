/** Ids: those of our own calls, and those that have been seen. */
import { randomId } from '../natives.ts'

/** One random id per channel whose first group counts: as unique as a random one for each call, in a tenth of the time. */
export function createIds(): () => string {
  const rest = randomId().slice(8)
  let count = 0
  return () => (count++).toString(16).padStart(8, '0') + rest
}

/** Remembers the last `size` ids. */
export function createMemory(size: number) {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    add(id: string): void {
      ids.add(id)
      if (ids.size > size)
        for (const oldest of ids) {
          ids.delete(oldest)
          break
        }
    },
  }
}
