/** Shares one request between concurrent readers of the same page, for sources outside this service. */
import { LRUCache } from 'lru-cache'
import type { HistorySource } from './source.ts'

const freshMs = 5_000
const timeoutMs = 30_000
const pages = 1_000

export function remembered(source: HistorySource): HistorySource {
  const held = new LRUCache<string, ReturnType<HistorySource['read']>>({ max: pages, ttl: freshMs })
  return {
    ...source,
    read({ address, after, limit }) {
      const key = `${address} ${after ?? ''} ${limit}`
      const known = held.get(key)
      if (known) return known
      // Shared between callers, so the first caller's abort does not end it.
      const reading = source.read({ address, after, limit, signal: AbortSignal.timeout(timeoutMs) })
      held.set(key, reading)
      reading.catch(() => held.delete(key))
      return reading
    },
  }
}
