/**
 * Token bucket: `rate` per second, at most `burst` at once. The receiver's limit and the sender's own pace. While there are tokens,
 * the clock is asked only now and then: asking takes microseconds, and what passes too much is less than a twenty-fifth of `burst`.
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
  }
  return {
    take(): boolean {
      if (tokens < 1 || taken++ % unclocked === 0) fill()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    /** Milliseconds until the next token. */
    wait(): number {
      fill()
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / rate) * 1000)
    },
  }
}
export type Bucket = ReturnType<typeof createBucket>
