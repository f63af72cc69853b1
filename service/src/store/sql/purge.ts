/** Deletes expired rows that are no longer needed. Statements are independent: a partial purge does no harm. */
import type { Time } from '../contract/values.ts'
import { eraseSets } from './repositories/share-sets.ts'
import type { Db } from './schema.ts'

const day = 24 * 60 * 60 * 1_000
/** How long a row is kept after it has expired. */
const keptMs = [
  // A late caller learns that the flow has expired, rather than that it is unknown.
  ['flow', day],
  // A client may still ask about the family: an ended session is told from an unknown one.
  ['session', 7 * day],
  // Smart sessions that have ended stay in the list of their account for a while.
  ['smartSession', 30 * day],
  ['proof', 0],
  ['outbox', 7 * day],
] as const
/** Far longer than an enrolment takes. */
const enrolmentMs = day
/** The user may return with the other half until then. */
const abandonedMs = 30 * day

export async function purge(db: Db, now: Time): Promise<void> {
  for (const [table, ms] of keptMs)
    await db
      .deleteFrom(table)
      .where('expiresAt', '<', now - ms)
      .execute()
  await db.deleteFrom('formerIdentity').where('heldUntil', '<', now).execute()
  await db.deleteFrom('rate').where('windowEnd', '<', now).execute()
  await db.deleteFrom('cooldown').where('freeAt', '<', now).execute()
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
