/** Parses the profile data of providers. For display only: the account is found by the subject. */
import { Email } from '@airlock/protocol/scalars/values.ts'
import { normalizeAddress } from '@airlock/protocol/wallet-service/texts.ts'

/** `undefined` unless the provider has verified it: a user can enter any address. */
export function emailOf(value: unknown, isVerified: boolean): string | undefined {
  if (!isVerified || typeof value !== 'string') return undefined
  const address = normalizeAddress(value)
  return Email.safeParse(address).success ? address : undefined
}

/** Counted in code points, so that no character is cut in half. */
const start = /^.{1,64}/u

/** Without control characters and text-direction marks, which could disguise it. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return start.exec(name)?.[0]
}
