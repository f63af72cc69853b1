/**
 * Keyed hashes by which things are found again without being stored: addresses of mail, networks, tokens. Who has the database
 * alone cannot try guesses against them. Each kind of thing has a key of its own, derived from the pepper (RFC 5869).
 */
import { createHmac, hkdfSync } from 'node:crypto'

export const lookupKinds = [
  'identity',
  'user',
  'address',
  'device',
  'network',
  'agent',
  'token',
  'state',
  'proof',
  'ticket',
  'code',
] as const
export type LookupKind = (typeof lookupKinds)[number]

/** HMAC-SHA-256 of `value` for its kind, base64url. */
export type Lookup = (kind: LookupKind, value: string) => string

export function createLookup(pepper: Uint8Array): Lookup {
  const keyOf = (kind: LookupKind) => Buffer.from(hkdfSync('sha256', pepper, '', `airlock lookup ${kind}`, 32))
  const keys = new Map(lookupKinds.map((kind) => [kind, keyOf(kind)]))
  return (kind, value) =>
    createHmac('sha256', keys.get(kind) ?? keyOf(kind))
      .update(value, 'utf8')
      .digest('base64url')
}
