/** Smart sessions of an account: a record of what was granted. Whether one is over is decided by the chain. */
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
  /** `TOO_MANY`: the account has `max` already, however many calls run at once. */
  readonly add: (session: Omit<SmartSession, 'revokedAt'> & { readonly max: number }) => Promise<'ADDED' | 'TOO_MANY'>
  /** Newest first. */
  readonly ofUser: (userId: Id) => Promise<readonly SmartSession[]>
  /** Keeps the first time. `false`: not a session of this account. */
  readonly revoke: (session: { readonly id: Id; readonly userId: Id; readonly now: Time }) => Promise<boolean>
}
