/** Log-in sessions. A row is one pair of tokens; the pairs that result from refreshing form a family. */
import type { IdentityKey } from './accounts.ts'
import type { Device } from './devices.ts'
import type { Hash, Id, Time } from './values.ts'

export type SessionTokens = {
  readonly id: Id
  readonly accessHash: Hash
  readonly refreshHash: Hash
  readonly accessExpiresAt: Time
  /** Expiry of the refresh token; extended by every refresh, never beyond `absoluteExpiresAt`. */
  readonly expiresAt: Time
}

export type Session = SessionTokens & {
  readonly userId: Id
  readonly deviceId: Id
  readonly familyId: Id
  readonly absoluteExpiresAt: Time
  /** When and how the user last authenticated (`amr` of RFC 8176, separated by spaces). */
  readonly authTime: Time
  readonly amr: string
  readonly createdAt: Time
  readonly revokedAt: Time | undefined
}

export type LiveSession = { readonly session: Session; readonly device: Device }

/**
 * `ROTATED`: first use of this refresh token. `GRACE`: used again within the grace period, by another tab or after a lost answer; a new
 * pair was issued. `REUSED`: used again later; the family is now revoked. The other results change nothing.
 */
export type RotateResult =
  | ({ readonly outcome: 'ROTATED' | 'GRACE' } & LiveSession)
  | { readonly outcome: 'REUSED' | 'EXPIRED' | 'REVOKED' | 'UNKNOWN' }

export type Sessions = {
  readonly create: (session: Omit<Session, 'createdAt' | 'revokedAt'> & { readonly now: Time }) => Promise<void>

  /** The live session of an access token, on a live device. The token may have expired: see `accessExpiresAt`. */
  readonly findByAccess: (accessHash: Hash, now: Time) => Promise<LiveSession | undefined>

  /**
   * Exchanges a refresh token of this device key for the pair `next`. Every outcome must be committed: do not throw out
   * of the transaction on `REUSED`.
   */
  readonly rotate: (exchange: {
    readonly refreshHash: Hash
    /** Thumbprint of the proof's key; a token of another device is `UNKNOWN`. */
    readonly jkt: string
    /** `expiresAt` is capped at the family's absolute end. */
    readonly next: SessionTokens
    readonly now: Time
    readonly graceMs: number
  }) => Promise<RotateResult>

  /** Whether this access or refresh token was issued to this device key and the device has been revoked since. */
  readonly isOfRevokedDevice: (tokenHash: Hash, jkt: string) => Promise<boolean>

  /** A live session of this device key for the account of exactly this identity. */
  readonly findLive: (identity: IdentityKey, jkt: string, now: Time) => Promise<LiveSession | undefined>

  readonly revokeFamily: (familyId: Id, now: Time) => Promise<void>
  /** All sessions of the account except one family. */
  readonly revokeAll: (userId: Id, now: Time, options?: { readonly exceptFamily?: Id }) => Promise<void>
}
