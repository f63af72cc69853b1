/** The store's location and secrets, read from the environment and validated before anything is opened. */
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { createKek, type Kek } from '../crypto/kek.ts'
import { createLookup, type Lookup } from '../crypto/lookup.ts'
import { readSecretFile, SecretError } from '../crypto/secret.ts'
import type { Place } from './open.ts'

const isUrl = (text: string): boolean => /^[a-z]+:\/\//i.test(text)
const protocolOf = (text: string): string => (URL.canParse(text) ? new URL(text).protocol : '')

const Environment = z.object({
  /** A file (SQLite) or a `postgres:` URL. */
  AIRLOCK_DATABASE: z.string().check(
    z.minLength(1),
    z.refine((text) => !isUrl(text) || /^postgres(ql)?:$/.test(protocolOf(text)), 'neither a file nor a postgres: URL'),
  ),
  /** File of the key that wraps the database's data keys. */
  AIRLOCK_KEK_FILE: z.optional(z.string()),
  /** File of the key for look-ups and codes; must be a different key. */
  AIRLOCK_PEPPER_FILE: z.optional(z.string()),
})

export type StoreConfig = {
  readonly place: Place
  readonly kek: Kek
  readonly lookup: Lookup
}

type Env = Readonly<Record<string, string | undefined>>

/** @throws {Error} naming the invalid setting and the reason, never a secret. */
export function readStoreConfig(env: Env): StoreConfig {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) throw new Error(`The environment is not valid:\n${z.prettifyError(parsed.error)}`)
  const { AIRLOCK_DATABASE: database, AIRLOCK_KEK_FILE, AIRLOCK_PEPPER_FILE } = parsed.data
  const kek = readSecretFile('AIRLOCK_KEK_FILE', AIRLOCK_KEK_FILE)
  const pepper = readSecretFile('AIRLOCK_PEPPER_FILE', AIRLOCK_PEPPER_FILE)
  if (Buffer.from(kek).equals(pepper))
    throw new SecretError('AIRLOCK_PEPPER_FILE holds the same secret as AIRLOCK_KEK_FILE: each needs its own')
  return {
    place: isUrl(database) ? { url: database } : { file: resolve(database) },
    kek: createKek(kek),
    lookup: createLookup(pepper),
  }
}
