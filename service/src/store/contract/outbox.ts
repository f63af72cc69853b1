/** Emails to send: written in the transaction that causes them, sent by any process that claims them. */
import type { Bytes, Id, Time } from './values.ts'

export type Mail = {
  readonly id: Id
  /** Name of the template. */
  readonly kind: string
  /** Sealed at rest; erased once sent or given up. */
  readonly to: Bytes
  readonly body: Bytes
}

export type ClaimedMail = Mail & {
  /** Claims so far, including this one. */
  readonly tries: number
}

export type Outbox = {
  readonly add: (mail: Mail & { readonly notBefore: Time; readonly expiresAt: Time }) => Promise<void>

  /**
   * Claims emails that are due. An unsettled claim expires after `leaseMs`; until then no other caller gets the email.
   * A process that dies may cause a duplicate, never a loss.
   */
  readonly claim: (request: {
    readonly now: Time
    readonly leaseMs: number
    readonly limit: number
  }) => Promise<readonly ClaimedMail[]>

  readonly markSent: (mailId: Id, now: Time) => Promise<void>
  /** Sending failed: retry at `notBefore`. */
  readonly postpone: (mailId: Id, notBefore: Time) => Promise<void>
  /** Permanent failure. */
  readonly giveUp: (mailId: Id, now: Time) => Promise<void>
  /** Number of unsettled emails that have not expired. For metrics. */
  readonly pending: (now: Time) => Promise<number>
}
