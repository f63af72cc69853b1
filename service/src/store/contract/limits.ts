/** Counters and single-use items that all processes of the service share. */
import type { Hash, Time } from './values.ts'

export type RateCount = {
  /** Number in the last `windowMs`, including this call if it was counted. */
  readonly count: number
  readonly isAllowed: boolean
  /** Time until one more is allowed; 0 if now. */
  readonly retryAfterMs: number
}

export type RateRule = {
  /** Name of the rule. */
  readonly bucket: string
  /** Keyed hash of the counted subject: an address, a network, a project. */
  readonly keyHash: Hash
  readonly windowMs: number
  readonly limit: number
  readonly now: Time
  /** How many are counted at once, all or none; 1 by default. */
  readonly units?: number
}

/**
 * Sliding-window counters. A window has eight slots, and a slot counts until its last moment has left the window. So no
 * interval of `windowMs` admits more than `limit`, and capacity returns at most an eighth of the window late. Setting
 * the clock back by less than the window frees nothing.
 */
export type Rates = {
  /** Counts one if within the limit. Refused calls are not counted, so retrying does not prolong the wait. */
  readonly hit: (rule: RateRule) => Promise<RateCount>

  /** Counts one regardless of the limit; for failures, whose number determines the wait. */
  readonly add: (rule: RateRule) => Promise<RateCount>

  /** Counts nothing. `isAllowed`: whether one more would be. */
  readonly read: (rule: RateRule) => Promise<RateCount>

  /** Resets a counter; for consecutive failures. */
  readonly reset: (bucket: string, keyHash: Hash) => Promise<void>

  /** At most once per `spacingMs`: the first caller is allowed and starts the wait, others get its duration. */
  readonly space: (rule: {
    readonly bucket: string
    readonly keyHash: Hash
    readonly spacingMs: number
    readonly now: Time
  }) => Promise<{ readonly isAllowed: boolean; readonly retryAfterMs: number }>
}

export type Proofs = {
  /** Remembers a DPoP proof (hash of thumbprint and `jti`). False when it was seen before: a replay. */
  readonly remember: (proofHash: Hash, expiresAt: Time) => Promise<boolean>
}
