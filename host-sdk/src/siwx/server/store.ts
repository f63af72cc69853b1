/** The data that the server stores: used nonces and signed-out cookies, each until it would expire anyway. */
export interface SiwxStore {
  /**
   * Adds a key, and resolves to whether it is new. Must be one atomic step, such as `SET key 1 NX PXAT until` in Redis.
   * @param until Unix time in ms after which the key may be forgotten
   */
  add: (key: string, until: number) => Promise<boolean>
  has: (key: string) => Promise<boolean>
  /**
   * For a store that forgets everything at some time: names the time since then. Nonces and cookies of another epoch do not count, because
   * the store no longer knows which of them were used or signed out.
   */
  readonly epoch?: string
}

const sweepEvery = 1000

/** For a single process. A restart signs everybody out; several processes need a store that they share. */
export function memoryStore(): SiwxStore {
  const epoch = crypto.randomUUID()
  const kept = new Map<string, number>()
  let added = 0
  const isKept = (key: string) => (kept.get(key) ?? 0) > Date.now()
  return {
    epoch,
    add: async (key, until) => {
      if (isKept(key)) return false
      kept.set(key, until)
      if (++added % sweepEvery === 0) for (const [one, end] of kept) if (end <= Date.now()) kept.delete(one)
      return true
    },
    has: async (key) => isKept(key),
  }
}
