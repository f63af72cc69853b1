/** What can go wrong with a store, as codes that callers map to answers. */

export const storeErrorCodes = {
  /** Busy, full, read-only or out of reach. Nothing was changed; the same call may work later. */
  UNAVAILABLE: { retryAfterMs: 2_000 },
  /** A rule of the schema was broken, that no outcome of the contract names: an error of ours. */
  CONSTRAINT: { retryAfterMs: undefined },
  /** The database itself is damaged. */
  CORRUPT: { retryAfterMs: undefined },
  /** Something sealed does not open in its place: changed, swapped, or of another key. */
  SEAL_BROKEN: { retryAfterMs: undefined },
  /** The database was written by a newer program. */
  SCHEMA_NEWER: { retryAfterMs: undefined },
  /** A secret is missing, weak, known, or not the one of this database. */
  BAD_SECRET: { retryAfterMs: undefined },
} as const satisfies Record<string, { retryAfterMs: number | undefined }>

export type StoreErrorCode = keyof typeof storeErrorCodes

/** The text names no secret and no row content. */
export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreError'
    this.code = code
  }

  /** For the answer 503; undefined where trying again does not help. */
  get retryAfterMs(): number | undefined {
    return storeErrorCodes[this.code].retryAfterMs
  }
}

export const isStoreError = (error: unknown, code: StoreErrorCode): error is StoreError =>
  error instanceof StoreError && error.code === code
