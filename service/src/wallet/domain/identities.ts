/** An account's identities: look-up keys and display data. */

import * as z from 'zod/mini'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Identity, IdentityKey } from '../../store/contract/accounts.ts'
import { withoutAbsent } from '../../without-absent.ts'

/** Found by issuer and subject, never by the address. */
export const socialKey = (
  lookup: Lookup,
  identity: { readonly issuer: string; readonly subject: string },
): IdentityKey => ({
  issuer: identity.issuer,
  subjectHash: lookup('identity', `${identity.issuer}|${identity.subject}`),
})
export const emailKey = (lookup: Lookup, address: string): IdentityKey => ({
  issuer: 'email',
  subjectHash: lookup('identity', address),
})
/** Deterministic: devices find wallets by it, also after restoring a backup older than the account. */
export const userIdOf = (lookup: Lookup, { issuer, subjectHash }: IdentityKey): string =>
  lookup('user', `${issuer}|${subjectHash}`)

/** Sealed data of a social login. */
const SocialDisplay = z.object({ provider: z.string(), email: z.optional(z.string()), name: z.optional(z.string()) })
export type SocialDisplay = z.infer<typeof SocialDisplay>

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)
export const encodeDisplay = (display: SocialDisplay): Uint8Array => encodeText(JSON.stringify(display))

/** What clients are told of a login. */
export function shownLogin(identity: Identity) {
  const { email, name: userName, provider } = readDisplay(identity)
  return withoutAbsent({ email, userName, provider })
}

/** `provider` is absent for an email login. */
export function readDisplay({ kind, display }: Identity): Partial<SocialDisplay> {
  const text = new TextDecoder().decode(display)
  return kind === 'email' ? { email: text } : SocialDisplay.parse(JSON.parse(text))
}
