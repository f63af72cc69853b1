/** Smart sessions of an account: a record of the granted rights. Whether a session has ended is decided by the chain. */
import type { Bytes, Id, Time } from './values.ts'

export type SmartSession = {
  readonly id: Id
  readonly userId: Id
  /** JSON text. Sealed at rest. */
  readonly content: Bytes
  readonly createdAt: Time
  readonly expiresAt: Time
  readonly revokedAt: Time | undefined
}

export type SmartSessions = {
  /** `TOO_MANY`: the account already has `max`, even if several calls run at once. */
  readonly add: (session: Omit<SmartSession, 'revokedAt'> & { readonly max: number }) => Promise<'ADDED' | 'TOO_MANY'>
  /** Newest first. */
  readonly ofUser: (userId: Id) => Promise<readonly SmartSession[]>
  /** Keeps the time of the first call. `false`: not a session of this account. */
  readonly revoke: (session: { readonly id: Id; readonly userId: Id; readonly now: Time }) => Promise<boolean>
}
