/** The cache of remote data: single flight, stale times, abort signals. Lazy, because the connect view does not need it. */
import { QueryClient } from '@tanstack/query-core'

export const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 5 * 60_000 } } })
