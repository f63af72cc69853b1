/** Deletes expired rows that are no longer needed. Statements are independent: a partial purge does no harm. */
import type { Time } from '../contract/values.ts'
import { eraseSets } from './repositories/share-sets.ts'
import type { Db } from './schema.ts'

const day = 24 * 60 * 60 * 1_000
/** Kept so that a late caller learns that the flow has expired, rather than that it is unknown. */
const flowsMs = day
/** Kept while a client may still ask about the family, to tell an ended session from an unknown one. */
const sessionsMs = 7 * day
const mailsMs = 7 * day
/** Far longer than an enrolment takes. */
const enrolmentMs = day
/** Smart sessions that have ended stay in the list of their account for a while. */
const endedMs = 30 * day
/** The user may return with the other half until then. */
const abandonedMs = 30 * day

export async function purge(db: Db, now: Time): Promise<void> {
  await db
    .deleteFrom('flow')
    .where('expiresAt', '<', now - flowsMs)
    .execute()
  await db
    .deleteFrom('session')
    .where('expiresAt', '<', now - sessionsMs)
    .execute()
  await db.deleteFrom('formerIdentity').where('heldUntil', '<', now).execute()
  await db
    .deleteFrom('smartSession')
    .where('expiresAt', '<', now - endedMs)
    .execute()
  await db.deleteFrom('rate').where('windowEnd', '<', now).execute()
  await db.deleteFrom('cooldown').where('freeAt', '<', now).execute()
  await db.deleteFrom('proof').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('outbox')
    .where('expiresAt', '<', now - mailsMs)
    .execute()
  // Keeps the first set of a candidate wallet.
  const active = db.selectFrom('wallet').select('id').where('status', '=', 'ACTIVE')
  await eraseSets(db)
    .where('status', '=', 'PENDING')
    .where('createdAt', '<', now - enrolmentMs)
    .where('walletId', 'in', active)
    .execute()
  await db
    .deleteFrom('wallet')
    .where('status', '=', 'ABANDONED')
    .where('createdAt', '<', now - abandonedMs)
    .execute()
}
