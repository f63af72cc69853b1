/** The data that the server stores: used nonces and signed-out cookies, each until it would expire anyway. */
export interface SiwxStore {
  /**
   * Adds a key, and resolves to whether it is new. Must be one atomic step, such as `SET key 1 NX PXAT until` in Redis.
   * @param until Unix time in ms after which the key may be forgotten
   */
  add: (key: string, until: number) => Promise<boolean>
  has: (key: string) => Promise<boolean>
}

const sweepEvery = 1000

/** For a single process. Several processes, or one that restarts within the lifetime of a cookie, need a shared or persistent store. */
export function memoryStore(): SiwxStore {
  const kept = new Map<string, number>()
  let added = 0
  const isKept = (key: string) => (kept.get(key) ?? 0) > Date.now()
  return {
    add: async (key, until) => {
      if (isKept(key)) return false
      kept.set(key, until)
      if (++added % sweepEvery === 0) for (const [one, end] of kept) if (end <= Date.now()) kept.delete(one)
      return true
    },
    has: async (key) => isKept(key),
  }
}
