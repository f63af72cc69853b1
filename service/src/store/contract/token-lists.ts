/** The last good copies of the token lists that the gateway fetches, for a start while their addresses are down. */
import type { Hash, Time } from './values.ts'

export type TokenListCopy = {
  /** As the server named it. */
  readonly etag: string | undefined
  /** JSON as it came, which is checked again when it is read. */
  readonly body: string
  readonly fetchedAt: Time
}

export type TokenLists = {
  /** @param urlHash keyed hash of the address, which may hold a key of the operator */
  readonly find: (urlHash: Hash) => Promise<TokenListCopy | undefined>
  /** In place of an older copy; a newer one of another process stays. */
  readonly save: (urlHash: Hash, copy: TokenListCopy) => Promise<void>
}
