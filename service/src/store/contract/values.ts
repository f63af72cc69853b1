/**
 * What every record of the store is made of. Promises of the whole contract: ids and hashes are text that the caller makes, times
 * are unix ms of the caller's clock, secrets go in and come out open and lie sealed in the database (`crypto/`).
 */

/** Unix ms. */
export type Time = number

/** A random id, or the keyed hash of something that is looked up (`crypto/lookup.ts`); never the thing itself. */
export type Id = string
export type Hash = string

export type Bytes = Uint8Array
