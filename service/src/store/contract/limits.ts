/** Counters and single-use things that every process of the service must agree on. */
import type { Hash, Time } from './values.ts'

export type RateCount = {
  /** Counted in the current window, this call included. */
  readonly count: number
  readonly isAllowed: boolean
  /** Until the window is over. */
  readonly retryAfterMs: number
}

export type Rates = {
  /** Raises the counter of the current window (they start at multiples of `windowMs`) and reads it, in one statement. */
  readonly hit: (rule: {
    /** Name of the rule. */
    readonly bucket: string
    /** Whom it counts: keyed hash of an address, a network, a project. */
    readonly keyHash: Hash
    readonly windowMs: number
    readonly limit: number
    readonly now: Time
  }) => Promise<RateCount>

  /** The same without counting. */
  readonly read: (rule: {
    readonly bucket: string
    readonly keyHash: Hash
    readonly windowMs: number
    readonly limit: number
    readonly now: Time
  }) => Promise<RateCount>

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
