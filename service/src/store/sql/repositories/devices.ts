import type { Devices } from '../../contract/devices.ts'
import { atomically, type Scope } from '../scope.ts'
import { eraseSets } from './share-sets.ts'

export function createDevices(scope: Scope): Devices {
  const { db } = scope
  return {
    register: ({ now, ...device }) =>
      db
        .insertInto('device')
        .values({ ...device, createdAt: now, lastSeen: now, status: 'ACTIVE' })
        .onConflict((conflict) => conflict.columns(['userId', 'jkt']).doUpdateSet({ lastSeen: now }))
        .returningAll()
        .executeTakeFirstOrThrow(),

    find: (deviceId) => db.selectFrom('device').selectAll().where('id', '=', deviceId).executeTakeFirst(),

    ofUser: (userId) =>
      db
        .selectFrom('device')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute(),

    async isKnown({ issuer, subjectHash }, jkt) {
      const found = await db
        .selectFrom('device')
        .innerJoin('identity', 'identity.userId', 'device.userId')
        .select('device.id')
        .where('identity.issuer', '=', issuer)
        .where('identity.subjectHash', '=', subjectHash)
        .where('device.jkt', '=', jkt)
        .where('device.status', '=', 'ACTIVE')
        .executeTakeFirst()
      return found !== undefined
    },

    async touch(deviceId, now) {
      await db.updateTable('device').set({ lastSeen: now }).where('id', '=', deviceId).execute()
    },

    revoke: ({ deviceId, userId, now }) =>
      atomically(scope, async ({ db }) => {
        const revoked = await db
          .updateTable('device')
          .set({ status: 'REVOKED' })
          .where('id', '=', deviceId)
          .where('userId', '=', userId)
          .where('status', '=', 'ACTIVE')
          .returning('id')
          .executeTakeFirst()
        if (!revoked) return false
        await db
          .updateTable('session')
          .set({ revokedAt: now })
          .where('deviceId', '=', deviceId)
          .where('revokedAt', 'is', null)
          .execute()
        await eraseSets(db).where('deviceId', '=', deviceId).execute()
        return true
      }),
  }
}
