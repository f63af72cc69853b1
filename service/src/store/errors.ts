/** Error codes of the store, which callers map to answers. */

export type StoreErrorCode =
  /** Busy, full, read-only or unreachable. Nothing was changed; a retry may succeed. */
  | 'UNAVAILABLE'
  /** A schema constraint failed in a way that the contract does not allow: a bug of ours. */
  | 'CONSTRAINT'
  /** The database itself is damaged. */
  | 'CORRUPT'
  /** A sealed value does not open in its place: changed, swapped, or sealed with another key. */
  | 'SEAL_BROKEN'
  /** The database was written by a newer version. */
  | 'SCHEMA_NEWER'
  /** A secret is missing, weak, well-known, or not the one of this database. */
  | 'BAD_SECRET'

/** The message contains no secret and no row content. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }

  /** For status 503; undefined if a retry is useless. */
  get retryAfterMs(): number | undefined {
    return this.code === 'UNAVAILABLE' ? 2_000 : undefined
  }
}

export const isStoreError = (error: unknown, code: StoreErrorCode): error is StoreError =>
  error instanceof StoreError && error.code === code

/** The identity was removed from an account, which may still restore it; until then it opens no other account. */
export class IdentityHeld extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('This identity is held for the account that it was removed from')
    this.name = 'IdentityHeld'
    this.retryAfterMs = retryAfterMs
  }
}
