/** Token bucket: `rate` per second, at most `burst` at once. The receiver's limit and the sender's own pace. */
export function createBucket(rate: number, burst: number, now: () => number) {
  let tokens = burst
  let filledAt = now()
  const fill = () => {
    const at = now()
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate)
    filledAt = at
  }
  return {
    take(): boolean {
      fill()
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
