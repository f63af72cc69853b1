/**
 * Keyed hashes to look things up without storing them: email addresses, networks, tokens. With a stolen database alone,
 * guesses cannot be tested. Each kind has its own key, derived from the pepper (RFC 5869).
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
  'image',
  'list',
] as const
export type LookupKind = (typeof lookupKinds)[number]

/** HMAC-SHA-256 of `value` with the key of its kind, base64url. */
export type Lookup = (kind: LookupKind, value: string) => string

export function createLookup(pepper: Uint8Array): Lookup {
  const keyOf = (kind: LookupKind) => Buffer.from(hkdfSync('sha256', pepper, '', `airlock lookup ${kind}`, 32))
  const keys = new Map(lookupKinds.map((kind) => [kind, keyOf(kind)]))
  return (kind, value) =>
    createHmac('sha256', keys.get(kind) ?? keyOf(kind))
      .update(value, 'utf8')
      .digest('base64url')
}
