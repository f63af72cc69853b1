/**
 * The hash chain of the audit log. Detects a changed, added, moved or missing row, but not a truncated or fully
 * rewritten log: for that, keep a head elsewhere and pass it here.
 */
import { createHash } from 'node:crypto'
import type { Audit, AuditHead, AuditRow } from './contract/audit.ts'

export const genesis: AuditHead = { seq: 0, hash: '0'.repeat(64) }

/** SHA-256, hex, over the row in canonical form, including the previous row's hash. */
export function hashRow(row: Omit<AuditRow, 'hash'>): string {
  const detail = Object.entries(row.detail).sort(([left], [right]) => (left < right ? -1 : 1))
  const text = JSON.stringify([
    row.seq,
    row.at,
    row.userId ?? null,
    row.deviceId ?? null,
    row.event,
    row.ipHash ?? null,
    row.uaHash ?? null,
    detail,
    row.prevHash,
  ])
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

export type AuditVerdict =
  | { readonly isIntact: true; readonly head: AuditHead }
  | { readonly isIntact: false; readonly seq: number; readonly why: string }

const page = 500

/** Reads the whole log. `kept` is an earlier exported head; it must be on the chain. */
export async function verifyAudit(audit: Audit, kept: AuditHead = genesis): Promise<AuditVerdict> {
  let head = genesis
  let isKeptSeen = kept.seq === genesis.seq && kept.hash === genesis.hash
  for (;;) {
    const rows = await audit.rows({ after: head.seq, limit: page })
    for (const row of rows) {
      if (row.seq !== head.seq + 1) return { isIntact: false, seq: head.seq + 1, why: 'the row is missing' }
      if (row.prevHash !== head.hash) return { isIntact: false, seq: row.seq, why: 'it does not follow the row before' }
      if (hashRow(row) !== row.hash) return { isIntact: false, seq: row.seq, why: 'it was changed' }
      head = { seq: row.seq, hash: row.hash }
      if (head.seq === kept.seq) {
        if (head.hash !== kept.hash)
          return { isIntact: false, seq: row.seq, why: 'it is not the row whose hash was kept' }
        isKeptSeen = true
      }
    }
    if (rows.length < page) break
  }
  if (!isKeptSeen) return { isIntact: false, seq: kept.seq, why: 'the log ends before the head that was kept' }
  const stored = await audit.head()
  if (stored.seq !== head.seq || stored.hash !== head.hash)
    return { isIntact: false, seq: stored.seq, why: 'the log does not end where its head says' }
  return { isIntact: true, head }
}
