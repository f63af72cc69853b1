/**
 * Token bucket: `rate` per second, at most `burst` at once. Used for the receiver's limit and the sender's own pace, by messages
 * and by units of the walk. While there are tokens, the clock is read only after each twenty-fifth of `burst`, because reading it
 * takes microseconds. At most that many tokens beyond the limit can be taken.
 */
export function createBucket(rate: number, burst: number, now: () => number) {
  const unclocked = Math.max(1, Math.floor(burst / 25))
  let tokens = burst
  let filledAt = now()
  let taken = 0
  const fill = () => {
    const at = now()
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate)
    filledAt = at
    taken = 0
  }
  return {
    /** @param cost at most `burst`; more is never available */
    take(cost = 1): boolean {
      taken += cost
      if (tokens < cost || taken >= unclocked) fill()
      if (tokens < cost) return false
      tokens -= cost
      return true
    },
    /** Takes back what `take` has taken. */
    give(cost = 1): void {
      tokens += cost
    },
    /** Milliseconds until `cost` tokens are available. */
    wait(cost = 1): number {
      fill()
      return tokens >= cost ? 0 : Math.ceil(((cost - tokens) / rate) * 1000)
    },
  }
}
export type Bucket = ReturnType<typeof createBucket>
