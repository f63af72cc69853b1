/** Mails that are to be sent: written in the transaction that causes them, sent by whichever process claims them. */
import type { Bytes, Id, Time } from './values.ts'

export type Mail = {
  readonly id: Id
  /** Name of the template. */
  readonly kind: string
  /** Sealed at rest, erased once sent or given up. */
  readonly to: Bytes
  readonly body: Bytes
}

export type ClaimedMail = Mail & {
  /** Claims so far, this one included. */
  readonly tries: number
}

export type Outbox = {
  readonly add: (mail: Mail & { readonly notBefore: Time; readonly expiresAt: Time }) => Promise<void>

  /**
   * Takes mails that are due. None goes to two callers, unless the first does not settle it within `leaseMs`: a process that dies
   * may send a mail twice, never none.
   */
  readonly claim: (request: {
    readonly now: Time
    readonly leaseMs: number
    readonly limit: number
  }) => Promise<readonly ClaimedMail[]>

  readonly markSent: (mailId: Id, now: Time) => Promise<void>
  /** It could not be sent: due again at `notBefore`. */
  readonly postpone: (mailId: Id, notBefore: Time) => Promise<void>
  /** It will never be sent. */
  readonly giveUp: (mailId: Id, now: Time) => Promise<void>
  /** Still to be sent: settled by nobody, and what they say is still true. For metrics. */
  readonly pending: (now: Time) => Promise<number>
}
