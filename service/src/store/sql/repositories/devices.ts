import type { Devices } from '../../contract/devices.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { revokeSessions } from './sessions.ts'
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

    revoke: ({ deviceId, userId, now }) =>
      atomically(scope, async (inner) => {
        const { db } = inner
        // Serialises with a refresh, which either has stored its new session already or will find the device revoked.
        await lockRow(inner, 'user', userId)
        const revoked = await db
          .updateTable('device')
          .set({ status: 'REVOKED' })
          .where('id', '=', deviceId)
          .where('userId', '=', userId)
          .where('status', '=', 'ACTIVE')
          .returning('id')
          .executeTakeFirst()
        if (!revoked) return false
        await revokeSessions(db, now).where('deviceId', '=', deviceId).execute()
        await eraseSetsOfDevice(inner, deviceId)
        return true
      }),
  }
}

async function eraseSetsOfDevice(scope: Scope, deviceId: string): Promise<void> {
  const { db } = scope
  const wallets = await db
    .selectFrom('shareSet')
    .select('walletId')
    .distinct()
    .where('deviceId', '=', deviceId)
    .where('status', '!=', 'REVOKED')
    .orderBy('walletId')
    .execute()
  for (const { walletId } of wallets) {
    // If two devices are removed at once, one of the calls must see that its device is the last.
    await lockRow(scope, 'wallet', walletId)
    const other = await db
      .selectFrom('shareSet')
      .select('id')
      .where('walletId', '=', walletId)
      .where('deviceId', '!=', deviceId)
      .where('status', '=', 'ACTIVE')
      .executeTakeFirst()
    await eraseSets(db)
      .where('walletId', '=', walletId)
      .where('deviceId', '=', deviceId)
      .$if(other === undefined, (sets) => sets.where('status', '!=', 'ACTIVE'))
      .execute()
  }
}
