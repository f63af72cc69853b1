/** Token buckets in memory: at most twice the limit in any window, and the full limit for a steady caller. */

export type TokenBuckets = {
  /** Milliseconds until one more is admitted; 0 if now. Counts nothing. */
  readonly wait: (key: string, now: number) => number
  /** Counts one that is admitted. */
  readonly take: (key: string, now: number) => void
}

type Bucket = { readonly left: number; readonly at: number }

type Options = { readonly limit: number; readonly windowMs: number; readonly size: number }

/** @param size maximum number of buckets kept */
export function createTokenBuckets({ limit, windowMs, size }: Options): TokenBuckets {
  const buckets = new Map<string, Bucket>()
  const filled = ({ left, at }: Bucket, now: number) =>
    Math.min(limit, left + (Math.max(0, now - at) * limit) / windowMs)
  const leftOf = (key: string, now: number) => filled(buckets.get(key) ?? { left: limit, at: now }, now)

  /**
   * Drops the fuller half of the buckets, so that any number of new ones cannot displace a bucket that refuses. Half at
   * once, so that sorting is rare.
   */
  function makeRoom(now: number): void {
    const fullestFirst = [...buckets]
      .map(([key, bucket]) => ({ key, left: filled(bucket, now) }))
      .sort((one, other) => other.left - one.left)
    for (const { key } of fullestFirst.slice(0, Math.ceil(size / 2))) buckets.delete(key)
  }

  return {
    wait: (key, now) => Math.ceil((Math.max(0, 1 - leftOf(key, now)) * windowMs) / limit),
    take(key, now) {
      buckets.set(key, { left: leftOf(key, now) - 1, at: now })
      if (buckets.size > size) makeRoom(now)
    },
  }
}
