/**
 * Value types of the store. The whole contract guarantees: ids and hashes are text from the caller, times are unix ms
 * of the caller's clock, secrets are passed in and out in clear and are sealed in the database (`crypto/`).
 */

/** Unix ms. */
export type Time = number

/** A random id, or the keyed hash of a look-up value (`crypto/lookup.ts`); never the value itself. */
export type Id = string
export type Hash = string

export type Bytes = Uint8Array
