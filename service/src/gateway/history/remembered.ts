/** Shares one request between concurrent readers of the same page, for sources outside this service. */
import { LRUCache } from 'lru-cache'
import { sharedIn } from '../../wallet/http/shared-for.ts'
import type { HistorySource } from './source.ts'

const freshMs = 5_000
const timeoutMs = 30_000
const pages = 1_000

export function remembered(source: HistorySource): HistorySource {
  const held = new LRUCache<string, ReturnType<HistorySource['read']>>({ max: pages, ttl: freshMs })
  return {
    ...source,
    read({ address, after, limit }) {
      return sharedIn(held, `${address} ${after ?? ''} ${limit}`, () =>
        source.read({ address, after, limit, signal: AbortSignal.timeout(timeoutMs) }),
      )
    },
  }
}
