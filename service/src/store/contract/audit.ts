/** The append-only log. Each row's hash covers the previous one, so that a changed or missing row is detected. */
import type { Hash, Id, Time } from './values.ts'

export type AuditEvent = {
  readonly at: Time
  readonly userId: Id | undefined
  readonly deviceId: Id | undefined
  /** `subject.verb`, such as `device.revoked`. */
  readonly event: string
  readonly ipHash: Hash | undefined
  readonly uaHash: Hash | undefined
  /** Plain facts. Never codes, tokens, shares or email addresses. */
  readonly detail: Readonly<Record<string, string | number | boolean>>
}

export type AuditRow = AuditEvent & {
  /** Starts at 1, without gaps. */
  readonly seq: number
  /** Hash of the previous row, hex; 64 zeros for the first. */
  readonly prevHash: string
  readonly hash: string
}

export type AuditHead = { readonly seq: number; readonly hash: string }

export type Audit = {
  /** Call it last in a transaction: other appends wait until it ends. */
  readonly append: (event: AuditEvent) => Promise<AuditHead>
  /** Newest first; for the next page, pass a `seq` as `before`. */
  readonly ofUser: (
    userId: Id,
    page: { readonly limit: number; readonly before?: number },
  ) => Promise<readonly AuditRow[]>
  /** Time of the user's last event with this name. */
  readonly lastOfUser: (userId: Id, event: string) => Promise<Time | undefined>
  /** Seq 0 and 64 zeros while empty. Keep it outside the database: only that detects truncation. */
  readonly head: () => Promise<AuditHead>
  /** In the order of `seq`, for `verifyAudit`. */
  readonly rows: (page: { readonly after: number; readonly limit: number }) => Promise<readonly AuditRow[]>
}
