/** The one cache of remote data: single flight, stale times, abort signals. Lazy: the connect view needs none of it. */
import { QueryClient } from '@tanstack/query-core'

export const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 5 * 60_000 } } })
