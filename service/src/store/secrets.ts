/** Reads a store's settings: its location and its two keys. */
import { createKek, type Kek } from '../crypto/kek.ts'
import { createLookup, type Lookup } from '../crypto/lookup.ts'
import { readSecretFile, SecretError } from '../crypto/secret.ts'
import type { Place } from './open.ts'

export type StoreSettings = {
  /** Prefix of the settings in messages. */
  readonly name: string
  /** An absolute path (SQLite) or a `postgres:` URL, which may hold a password. */
  readonly database: string
  readonly kekFile: string
  readonly pepperFile: string
}

export type StoreAccess = { readonly place: Place; readonly kek: Kek; readonly lookup: Lookup }

/** @throws {SecretError} naming the setting and the reason, never a secret. */
export function openSecrets({ name, database, kekFile, pepperFile }: StoreSettings): StoreAccess {
  const kek = readSecretFile(`${name}.kekFile`, kekFile)
  const pepper = readSecretFile(`${name}.pepperFile`, pepperFile)
  if (Buffer.from(kek).equals(pepper))
    throw new SecretError(`${name}.pepperFile holds the same secret as ${name}.kekFile: each needs its own`)
  return {
    place: placeOf(database),
    kek: createKek(kek),
    lookup: createLookup(pepper),
  }
}

/** @param database an absolute path (SQLite) or a `postgres:` URL */
export const placeOf = (database: string): Place =>
  /^[a-z]+:\/\//i.test(database) ? { url: database } : { file: database }

/**
 * For a store without sealed values.
 * @throws {SecretError}
 */
export const openLookup = (name: string, pepperFile: string): Lookup =>
  createLookup(readSecretFile(`${name}.pepperFile`, pepperFile))
