/** Deletes what has ended and will not be asked for again. Each statement stands for itself: half a purge is no harm. */
import type { Time } from '../contract/values.ts'
import { eraseSets } from './repositories/share-sets.ts'
import type { Db } from './schema.ts'

const day = 24 * 60 * 60 * 1_000
/** A late caller should hear that its flow has expired, rather than that there was none. */
const flowsMs = day
/** A session is told apart from none while its family may be asked about. */
const sessionsMs = 7 * day
const mailsMs = 7 * day
/** Far longer than an enrolment takes. */
const enrolmentMs = day
/** A person may come back with the other half. */
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
  await db.deleteFrom('rate').where('windowEnd', '<', now).execute()
  await db.deleteFrom('cooldown').where('freeAt', '<', now).execute()
  await db.deleteFrom('ticket').where('expiresAt', '<', now).execute()
  await db.deleteFrom('proof').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('outbox')
    .where('expiresAt', '<', now - mailsMs)
    .execute()
  // The first set of a candidate wallet stays with it.
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
