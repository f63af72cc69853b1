import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import { hashRow } from '../../audit-chain.ts'
import type { Audit, AuditRow } from '../../contract/audit.ts'
import { type Schema, withoutNulls } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'

const headId = 1
const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

export function createAudit(scope: Scope): Audit {
  const { db } = scope
  return {
    append: (event) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'auditHead', headId)
        const head = await readHead(inner)
        const row = { ...event, seq: head.seq + 1, prevHash: head.hash }
        const hash = hashRow(row)
        await inner.db
          .insertInto('audit')
          .values({ ...row, detail: JSON.stringify(row.detail), hash })
          .execute()
        await inner.db.updateTable('auditHead').set({ seq: row.seq, hash }).where('id', '=', headId).execute()
        return { seq: row.seq, hash }
      }),

    async ofUser(userId, { limit, before = Number.MAX_SAFE_INTEGER }) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('userId', '=', userId)
        .where('seq', '<', before)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRow)
    },

    async lastOfUser(userId, event) {
      const row = await db
        .selectFrom('audit')
        .select('at')
        .where('userId', '=', userId)
        .where('event', '=', event)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.at
    },

    head: () => readHead(scope),

    async rows({ after, limit }) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(toRow)
    },
  }
}

const readHead = ({ db }: Scope) =>
  db.selectFrom('auditHead').select(['seq', 'hash']).where('id', '=', headId).executeTakeFirstOrThrow()

const toRow = (row: Selectable<Schema['audit']>): AuditRow => ({
  ...withoutNulls(row),
  detail: Detail.parse(JSON.parse(row.detail)),
})
