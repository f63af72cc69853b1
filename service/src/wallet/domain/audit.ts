/** The audit events and the only way to write them: facts and keyed hashes, never secret or personal data in clear. */
import type { Lookup } from '../../crypto/lookup.ts'
import type { Audit } from '../../store/contract/audit.ts'
import type { Caller } from './caller.ts'
import { networkOf } from './client.ts'

export type AuditName =
  | 'login.started'
  | 'login.approved'
  | 'login.denied'
  | 'login.failed'
  | 'login.done'
  | 'identity.linked'
  | 'identity.replaced'
  | 'identity.removed'
  | 'identity.restored'
  | 'email-change.started'
  | 'email-change.failed'
  | 'session.ended'
  | 'session.reused'
  | 'wallet.created'
  | 'wallet.activated'
  | 'wallet.replaced'
  | 'wallet.ended'
  | 'share.added'
  | 'share.activated'
  | 'share.released'
  | 'share.revoked'
  | 'recovery.opened'
  | 'recovery.refused'
  | 'recovery.added'
  | 'recovery.removed'
  | 'key.exported'
  | 'kit.made'
  | 'smart-session.added'
  | 'smart-session.revoked'
  | 'rotation.started'
  | 'device.revoked'
  | 'escrow.stored'
  | 'escrow.asked'
  | 'escrow.approved'
  | 'escrow.denied'
  | 'escrow.released'
  | 'escrow.copied'

export type AuditNote = {
  readonly event: AuditName
  readonly userId?: string
  readonly deviceId?: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

export type AuditWriter = (audit: Audit, caller: Caller, note: AuditNote, now: number) => Promise<void>

export const createAuditWriter =
  (lookup: Lookup): AuditWriter =>
  async (audit, caller, { event, userId, deviceId, detail = {} }, now) => {
    await audit.append({
      at: now,
      userId,
      deviceId,
      event,
      ipHash: lookup('network', networkOf(caller.address)),
      uaHash: lookup('agent', caller.userAgent),
      detail,
    })
  }
