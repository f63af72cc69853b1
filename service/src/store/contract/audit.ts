/** The append-only log. Each row is hashed over the one before, so that a changed or missing row shows. */
import type { Hash, Id, Time } from './values.ts'

export type AuditEvent = {
  readonly at: Time
  readonly userId: Id | undefined
  readonly deviceId: Id | undefined
  /** `subject.verb`, such as `device.revoked`. */
  readonly event: string
  readonly ipHash: Hash | undefined
  readonly uaHash: Hash | undefined
  /** Plain facts. Never codes, tokens, shares or addresses of mail. */
  readonly detail: Readonly<Record<string, string | number | boolean>>
}

export type AuditRow = AuditEvent & {
  /** 1 for the first; without gaps. */
  readonly seq: number
  /** Of the row before, hex; 64 zeros for the first. */
  readonly prevHash: string
  readonly hash: string
}

export type AuditHead = { readonly seq: number; readonly hash: string }

export type Audit = {
  /** Last in a transaction, please: until its end, other appends wait. */
  readonly append: (event: AuditEvent) => Promise<AuditHead>
  /** The newest first; `before` a `seq`, to page on. */
  readonly ofUser: (
    userId: Id,
    page: { readonly limit: number; readonly before?: number },
  ) => Promise<readonly AuditRow[]>
  /** Seq 0 and 64 zeros while it is empty. Keep it outside of the database: a cut-off tail shows only there. */
  readonly head: () => Promise<AuditHead>
  /** In the order of `seq`, for `verifyAudit`. */
  readonly rows: (page: { readonly after: number; readonly limit: number }) => Promise<readonly AuditRow[]>
}
