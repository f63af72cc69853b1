import type { Codes } from '../../contract/flows.ts'
import { bytesOf } from '../schema.ts'
import { atomically, lockName, observeClock, type Scope } from '../scope.ts'

export function createCodes(scope: Scope): Codes {
  const { db } = scope
  return {
    issue: ({ codeId, flowId, purpose, codeHash, salt, maxTries, now, lifetimeMs }) =>
      atomically(scope, async (inner) => {
        const flow = await inner.db
          .selectFrom('flow')
          .select(['jkt', 'addressHash'])
          .where('id', '=', flowId)
          .executeTakeFirstOrThrow()
        // One live code per device and address, even when two flows start at once.
        await lockName(inner, `codes|${flow.jkt}|${flow.addressHash ?? flowId}`)
        const createdAt = await observeClock(inner, now)
        const siblings = inner.db
          .selectFrom('flow')
          .select('id')
          .where('jkt', '=', flow.jkt)
          .where('addressHash', '=', flow.addressHash)
        await inner.db
          .updateTable('otp')
          .set({ status: 'SUPERSEDED' })
          .where('purpose', '=', purpose)
          .where('status', '=', 'LIVE')
          .where((otp) => otp.or([otp('flowId', '=', flowId), otp('flowId', 'in', siblings)]))
          .execute()
        const expiresAt = createdAt + lifetimeMs
        await inner.db
          .insertInto('otp')
          .values({ id: codeId, flowId, purpose, codeHash, salt, maxTries, status: 'LIVE', createdAt, expiresAt })
          .execute()
        return { expiresAt }
      }),

    async raise({ flowId, purpose, now: callerNow }) {
      if (db.isTransaction)
        throw new Error('A try must not be counted inside a transaction, which could be rolled back')
      const now = await observeClock(scope, callerNow)
      const raised = await db
        .updateTable('otp')
        .set((otp) => ({ tries: otp('tries', '+', 1) }))
        .where('flowId', '=', flowId)
        .where('purpose', '=', purpose)
        .where('status', '=', 'LIVE')
        .where('expiresAt', '>', now)
        .whereRef('tries', '<', 'maxTries')
        .returningAll()
        .executeTakeFirst()
      if (raised)
        return {
          outcome: 'EVALUATE',
          codeId: raised.id,
          codeHash: bytesOf(raised.codeHash),
          salt: bytesOf(raised.salt),
          left: raised.maxTries - raised.tries,
        }
      const newest = await db
        .selectFrom('otp')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('purpose', '=', purpose)
        .orderBy('createdAt', 'desc')
        .executeTakeFirst()
      if (!newest) return { outcome: 'NONE' }
      if (newest.status === 'CONSUMED') return { outcome: 'CONSUMED' }
      return { outcome: newest.status === 'LIVE' && newest.expiresAt > now ? 'LOCKED' : 'EXPIRED' }
    },

    async consume(codeId, callerNow) {
      const now = await observeClock(scope, callerNow)
      const consumed = await db
        .updateTable('otp')
        .set({ status: 'CONSUMED' })
        .where('id', '=', codeId)
        .where('status', '=', 'LIVE')
        .where('expiresAt', '>', now)
        .returning('id')
        .executeTakeFirst()
      return consumed !== undefined
    },
  }
}
