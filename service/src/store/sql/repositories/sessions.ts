import type { Selectable } from 'kysely'
import type { LiveSession, Sessions } from '../../contract/sessions.ts'
import { type Db, type Schema, withoutNulls } from '../schema.ts'
import { atomically, lockRow, observeClock, type Scope } from '../scope.ts'

export function createSessions(scope: Scope): Sessions {
  const { db } = scope
  return {
    async create({ now, ...session }) {
      await db
        .insertInto('session')
        .values({ ...session, createdAt: now })
        .execute()
    },

    async findByAccess(accessHash, now) {
      const row = await liveSessions(db)
        .where('session.accessHash', '=', accessHash)
        .where('session.absoluteExpiresAt', '>', now)
        .executeTakeFirst()
      return withDevice(db, row)
    },

    rotate: ({ refreshHash, jkt, next, now: callerNow, graceMs }) =>
      atomically(scope, async (inner) => {
        const { db } = inner
        const found = await db
          .selectFrom('session')
          .innerJoin('device', 'device.id', 'session.deviceId')
          .select(['session.id', 'session.userId'])
          .where('session.refreshHash', '=', refreshHash)
          .where('device.jkt', '=', jkt)
          .executeTakeFirst()
        if (!found) return { outcome: 'UNKNOWN' }
        // Lock the account: a lock of this session would not block a revocation of its successors.
        await lockRow(inner, 'user', found.userId)
        const now = await observeClock(inner, callerNow)
        const row = await db.selectFrom('session').selectAll().where('id', '=', found.id).executeTakeFirstOrThrow()
        if (row.revokedAt !== null) return { outcome: 'REVOKED' }
        if (row.expiresAt <= now) return { outcome: 'EXPIRED' }
        if (row.replacedAt !== null && row.replacedAt + graceMs <= now) {
          await revokeSessions(db, now).where('familyId', '=', row.familyId).execute()
          return { outcome: 'REUSED' }
        }
        if (row.replacedAt === null)
          await db.updateTable('session').set({ replacedAt: now }).where('id', '=', row.id).execute()
        const { absoluteExpiresAt, authTime, amr, userId, deviceId, familyId } = row
        const expiresAt = Math.min(next.expiresAt, absoluteExpiresAt)
        await db
          .insertInto('session')
          .values({ ...next, expiresAt, absoluteExpiresAt, authTime, amr, userId, deviceId, familyId, createdAt: now })
          .execute()
        const live = await withDevice(db, await liveSessions(db).where('session.id', '=', next.id).executeTakeFirst())
        // The account or device is no longer active.
        if (!live) return { outcome: 'REVOKED' }
        return { outcome: row.replacedAt === null ? 'ROTATED' : 'GRACE', ...live }
      }),

    async isOfRevokedDevice(tokenHash, jkt) {
      const found = await db
        .selectFrom('session')
        .innerJoin('device', 'device.id', 'session.deviceId')
        .select('session.id')
        .where(({ eb, or }) =>
          or([eb('session.accessHash', '=', tokenHash), eb('session.refreshHash', '=', tokenHash)]),
        )
        .where('device.jkt', '=', jkt)
        .where('device.status', '=', 'REVOKED')
        .executeTakeFirst()
      return found !== undefined
    },

    async findLive({ issuer, subjectHash }, jkt, now) {
      const row = await liveSessions(db)
        .innerJoin('identity', 'identity.userId', 'session.userId')
        .where('identity.issuer', '=', issuer)
        .where('identity.subjectHash', '=', subjectHash)
        .where('device.jkt', '=', jkt)
        .where('session.replacedAt', 'is', null)
        .where('session.expiresAt', '>', now)
        .orderBy('session.createdAt', 'desc')
        .executeTakeFirst()
      return withDevice(db, row)
    },

    revokeFamily: (familyId, now) =>
      atomically(scope, async (inner) => {
        const any = await inner.db
          .selectFrom('session')
          .select('userId')
          .where('familyId', '=', familyId)
          .limit(1)
          .executeTakeFirst()
        if (!any) return
        await lockRow(inner, 'user', any.userId)
        await revokeSessions(inner.db, now).where('familyId', '=', familyId).execute()
      }),

    revokeAll: (userId, now, { exceptFamily } = {}) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'user', userId)
        await revokeSessions(inner.db, now)
          .where('userId', '=', userId)
          .$if(exceptFamily !== undefined, (query) => query.where('familyId', '!=', exceptFamily ?? ''))
          .execute()
      }),
  }
}

const liveSessions = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('device', 'device.id', 'session.deviceId')
    .innerJoin('user', 'user.id', 'session.userId')
    .selectAll('session')
    .where('session.revokedAt', 'is', null)
    .where('device.status', '=', 'ACTIVE')
    .where('user.status', '=', 'ACTIVE')

/** Callers must narrow it with `where`. */
export const revokeSessions = (db: Db, now: number) =>
  db.updateTable('session').set({ revokedAt: now }).where('revokedAt', 'is', null)

async function withDevice(db: Db, row: Selectable<Schema['session']> | undefined): Promise<LiveSession | undefined> {
  if (!row) return undefined
  const device = await db.selectFrom('device').selectAll().where('id', '=', row.deviceId).executeTakeFirst()
  const { replacedAt: _, ...session } = row
  return device && { session: withoutNulls(session), device }
}
