/**
 * Token lists at addresses configured by the operator, fetched at the start and periodically. While an address fails, the last valid copy
 * is kept in memory and in the database. Nothing waits for a list.
 */
import { setTimeout } from 'node:timers/promises'
import type { Lookup } from '../../crypto/lookup.ts'
import type { TokenLists } from '../../store/contract/token-lists.ts'
import { type ListedToken, readTokenList } from '../networks/token-list.ts'
import { OutboundError } from '../outbound/error.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'

export type FetchedListsOptions = {
  readonly urls: readonly string[]
  readonly fetch: GuardedFetch
  readonly store: TokenLists
  readonly lookup: Lookup
  readonly now: () => number
  /** Between two fetches of a list. */
  readonly refreshMs: number
  /** Delay after a failure, doubled with each further one. Default: a minute. */
  readonly retryMs?: number
  readonly onChange: () => void
  /** @param place position of the address in `urls`: the address itself may contain a key */
  readonly onError: (place: number, error: unknown) => void
}

export type FetchedLists = {
  /** Empty until the first copy. */
  readonly find: (url: string) => readonly ListedToken[]
  readonly stop: () => Promise<void>
}

/** Maximum bytes and rows of a list: more would make every balance request slow. */
export const listLimits = { bytes: 4 * 1024 * 1024, rows: 20_000 } as const
const timeoutMs = 20_000

type Copy = { readonly etag: string | undefined; readonly tokens: readonly ListedToken[] }

export class TokenListError extends Error {
  override readonly name = 'TokenListError'
}

export function startFetchedLists(options: FetchedListsOptions): FetchedLists {
  const { urls, store, lookup, now, refreshMs, retryMs = 60_000, onChange, onError } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const held = new Map<string, Copy>()
  const running = Promise.all(urls.map((url, place) => follow(url, place)))

  return {
    find: (url) => held.get(url)?.tokens ?? [],
    async stop() {
      stopping.abort()
      await running
    },
  }

  async function follow(url: string, place: number): Promise<void> {
    const urlHash = lookup('list', url)
    const report = (error: unknown) => {
      if (!signal.aborted) onError(place, error)
    }
    await recall(url, urlHash).catch(report)
    let pauseMs = retryMs
    while (!signal.aborted) {
      const isRead = await renew(url, urlHash).then(
        () => true,
        (error: unknown) => {
          report(error)
          return false
        },
      )
      const wait = isRead ? refreshMs : Math.min(pauseMs, refreshMs)
      pauseMs = isRead ? retryMs : pauseMs * 2
      await setTimeout(wait, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async function recall(url: string, urlHash: string): Promise<void> {
    const copy = await store.find(urlHash)
    if (copy) hold(url, { etag: copy.etag, tokens: readFetched(copy.body) })
  }

  async function renew(url: string, urlHash: string): Promise<void> {
    const copy = await fetchList(options.fetch, url, { etag: held.get(url)?.etag, signal })
    if (!copy) return
    hold(url, copy)
    await store.save(urlHash, { etag: copy.etag, body: copy.body, fetchedAt: now() })
  }

  function hold(url: string, { etag, tokens }: Copy): void {
    held.set(url, { etag, tokens })
    onChange()
  }
}

/**
 * @param etag of the current copy
 * @returns `undefined` when that copy is still current
 * @throws {OutboundError}
 * @throws {TokenListError} when the answer is not a list, or none of its rows is a token
 */
export async function fetchList(
  fetch: GuardedFetch,
  url: string,
  { etag, signal }: { readonly etag?: string | undefined; readonly signal?: AbortSignal } = {},
) {
  const accept = 'application/json'
  const fetched = await fetch(url, { maxBytes: listLimits.bytes, timeoutMs, accept, etag, signal }).catch(
    (error: unknown) => {
      if (etag !== undefined && error instanceof OutboundError && error.status === 304) return undefined
      throw error
    },
  )
  if (!fetched) return undefined
  const body = fetched.bytes.toString('utf8')
  return { etag: fetched.etag, body, tokens: readFetched(body) }
}

function readFetched(body: string): readonly ListedToken[] {
  let tokens: readonly ListedToken[]
  try {
    tokens = readTokenList(JSON.parse(body), 'The answer')
  } catch {
    throw new TokenListError('The answer is no token list')
  }
  if (tokens.length === 0) throw new TokenListError('The list has no tokens')
  return tokens.slice(0, listLimits.rows)
}
