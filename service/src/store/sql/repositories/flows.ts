import type { Selectable } from 'kysely'
import type { Flow, Flows } from '../../contract/flows.ts'
import type { Time } from '../../contract/values.ts'
import { bytesOf, type Schema, withoutNulls } from '../schema.ts'
import { atomically, observeClock, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

type Row = Selectable<Schema['flow']>

export function createFlows(scope: Scope): Flows {
  const { db, keyring } = scope
  return {
    create: ({ payload, now, lifetimeMs, ...flow }) =>
      atomically(scope, async (inner) => {
        const createdAt = await observeClock(inner, now)
        const place = placeIn('flow', flow, 'payload')
        const row = await inner.db
          .insertInto('flow')
          .values({
            ...flow,
            payload: await keyring.seal(inner.db, place, payload),
            createdAt,
            expiresAt: createdAt + lifetimeMs,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toFlow(inner, row)
      }),

    async find(flowId, now) {
      const row = await db.selectFrom('flow').selectAll().where('id', '=', flowId).executeTakeFirst()
      return row && withEnd(scope, row, now)
    },

    async findByState(stateHash, now) {
      const row = await db.selectFrom('flow').selectAll().where('stateHash', '=', stateHash).executeTakeFirst()
      return row && withEnd(scope, row, now)
    },

    advance: ({ flowId, from, to, now, payload }) =>
      atomically(scope, async (inner) => {
        const time = await observeClock(inner, now)
        const moved = await inner.db
          .updateTable('flow')
          .set({ status: to })
          .where('id', '=', flowId)
          .where('status', '=', from)
          .where('expiresAt', '>', time)
          .returning(['id', 'jkt'])
          .executeTakeFirst()
        if (!moved) return false
        if (payload) {
          const sealed = await keyring.seal(inner.db, placeIn('flow', moved, 'payload'), payload)
          await inner.db.updateTable('flow').set({ payload: sealed }).where('id', '=', flowId).execute()
        }
        return true
      }),
  }
}

async function withEnd(scope: Scope, row: Row, now: Time): Promise<Flow & { readonly isExpired: boolean }> {
  const time = await observeClock(scope, now)
  return { ...(await toFlow(scope, row)), isExpired: row.expiresAt <= time }
}

async function toFlow({ db, keyring }: Scope, row: Row): Promise<Flow> {
  const payload = await keyring.open(db, placeIn('flow', row, 'payload'), bytesOf(row.payload))
  return { ...withoutNulls(row), payload }
}
