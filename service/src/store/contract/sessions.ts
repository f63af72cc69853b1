/** Log-in sessions. A row is one pair of tokens; the pairs that followed each other by refreshing are a family. */
import type { IdentityKey } from './accounts.ts'
import type { Device } from './devices.ts'
import type { Hash, Id, Time } from './values.ts'

export type SessionTokens = {
  readonly id: Id
  readonly accessHash: Hash
  readonly refreshHash: Hash
  readonly accessExpiresAt: Time
  /** End of the refresh token; slides with every refresh, never beyond `absoluteExpiresAt`. */
  readonly expiresAt: Time
}

export type Session = SessionTokens & {
  readonly userId: Id
  readonly deviceId: Id
  readonly familyId: Id
  readonly absoluteExpiresAt: Time
  /** When the person last proved who they are, and how (`amr` of RFC 8176, separated by blanks). */
  readonly authTime: Time
  readonly amr: string
  readonly createdAt: Time
  readonly revokedAt: Time | undefined
}

export type LiveSession = { readonly session: Session; readonly device: Device }

/**
 * `ROTATED`: the first use of this refresh token. `GRACE`: used again within the grace, by another tab or after a lost answer;
 * a further pair was made. `REUSED`: used again later; the family is revoked now. The others change nothing.
 */
export type RotateResult =
  | ({ readonly outcome: 'ROTATED' | 'GRACE' } & LiveSession)
  | { readonly outcome: 'REUSED' | 'EXPIRED' | 'REVOKED' | 'UNKNOWN' }

export type Sessions = {
  readonly create: (session: Omit<Session, 'createdAt' | 'revokedAt'> & { readonly now: Time }) => Promise<void>

  /** The session of an access token, if session and device are live. The token itself may have ended: see `accessExpiresAt`. */
  readonly findByAccess: (accessHash: Hash, now: Time) => Promise<LiveSession | undefined>

  /**
   * Exchanges a refresh token for the pair `next`, for the device key that it belongs to. A commit is needed for every outcome:
   * do not throw out of the transaction on `REUSED`.
   */
  readonly rotate: (exchange: {
    readonly refreshHash: Hash
    /** Thumbprint of the proof's key; a token of another device is `UNKNOWN`. */
    readonly jkt: string
    /** `expiresAt` is cut to the family's absolute end. */
    readonly next: SessionTokens
    readonly now: Time
    readonly graceMs: number
  }) => Promise<RotateResult>

  /** Whether this token, of access or refresh, was given to this device key, and the device has been revoked since. */
  readonly isOfRevokedDevice: (tokenHash: Hash, jkt: string) => Promise<boolean>

  /** A live session of this device key for the account of exactly this identity. */
  readonly findLive: (identity: IdentityKey, jkt: string, now: Time) => Promise<LiveSession | undefined>

  /** After a fresh proof inside the session, for its whole family. */
  readonly setAuthTime: (familyId: Id, proof: { readonly authTime: Time; readonly amr: string }) => Promise<void>

  readonly revokeFamily: (familyId: Id, now: Time) => Promise<void>
  /** All sessions of the account, but for one family. */
  readonly revokeAll: (userId: Id, now: Time, options?: { readonly exceptFamily?: Id }) => Promise<void>
}
