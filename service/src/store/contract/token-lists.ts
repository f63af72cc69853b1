/** The last valid copies of fetched token lists, used when the gateway starts while their addresses are down. */
import type { Hash, Time } from './values.ts'

export type TokenListCopy = {
  /** The server's ETag. */
  readonly etag: string | undefined
  /** Unmodified JSON, validated when it is read. */
  readonly body: string
  readonly fetchedAt: Time
}

export type TokenLists = {
  /** @param urlHash keyed hash of the address, which may contain an operator's key */
  readonly find: (urlHash: Hash) => Promise<TokenListCopy | undefined>
  /** Replaces an older copy, but never a newer one of another process. */
  readonly save: (urlHash: Hash, copy: TokenListCopy) => Promise<void>
}
