/** Counters and single-use things that every process of the service must agree on. */
import type { Hash, Time } from './values.ts'

export type RateCount = {
  /** Counted in the last `windowMs`, this call included where it was. */
  readonly count: number
  readonly isAllowed: boolean
  /** Until one more is allowed; 0 where it is allowed now. */
  readonly retryAfterMs: number
}

export type RateRule = {
  /** Name of the rule. */
  readonly bucket: string
  /** Whom it counts: keyed hash of an address, a network, a project. */
  readonly keyHash: Hash
  readonly windowMs: number
  readonly limit: number
  readonly now: Time
}

/**
 * Counters over sliding windows. A window is counted in eight slots and a slot counts until its last moment has left the window, so no
 * interval of `windowMs` admits more than `limit`; a place is free again at most an eighth of the window late. A clock that is set back by
 * less than the window frees nothing.
 */
export type Rates = {
  /** Counts one if that stays within the limit. What is refused is not counted: a caller who goes on asking does not wait longer. */
  readonly hit: (rule: RateRule) => Promise<RateCount>

  /** Counts one whatever the limit says; for failures, whose number decides how long the wait is. */
  readonly add: (rule: RateRule) => Promise<RateCount>

  /** Counts nothing. `isAllowed`: one more would be. */
  readonly read: (rule: RateRule) => Promise<RateCount>

  /** Forgets what was counted; for counters of consecutive failures. */
  readonly reset: (bucket: string, keyHash: Hash) => Promise<void>

  /**
   * At most once every `spacingMs`: the first of several callers is allowed and starts the wait, the others hear how long it lasts.
   */
  readonly space: (rule: {
    readonly bucket: string
    readonly keyHash: Hash
    readonly spacingMs: number
    readonly now: Time
  }) => Promise<{ readonly isAllowed: boolean; readonly retryAfterMs: number }>
}

/** What a ticket is good for. */
export type TicketPurpose = 'dpop-nonce' | 'activate' | 'approve-device' | 'recovery' | 'export' | 'passkey'

export type Tickets = {
  readonly issue: (ticket: {
    readonly ticketHash: Hash
    readonly purpose: TicketPurpose
    /** What it is bound to: an account, a wallet, a device key. */
    readonly subject: string
    readonly expiresAt: Time
  }) => Promise<void>

  /** For nonces that may be used until they end. */
  readonly isLive: (ticket: TicketUse) => Promise<boolean>

  /** True for exactly one of several callers, while it is live, for the same purpose and subject. */
  readonly consume: (ticket: TicketUse) => Promise<boolean>
}

export type TicketUse = {
  readonly ticketHash: Hash
  readonly purpose: TicketPurpose
  readonly subject: string
  readonly now: Time
}

export type Proofs = {
  /** Remembers a DPoP proof (hash of thumbprint and `jti`). False when it was seen before: a replay. */
  readonly remember: (proofHash: Hash, expiresAt: Time) => Promise<boolean>
}
