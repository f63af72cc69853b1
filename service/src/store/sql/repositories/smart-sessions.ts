import { sql } from 'kysely'
import type { SmartSessions } from '../../contract/smart-sessions.ts'
import { bytesOf, withoutNulls } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

export function createSmartSessions(scope: Scope): SmartSessions {
  return {
    add: ({ max, ...session }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'user', session.userId)
        const { count } = await inner.db
          .selectFrom('smartSession')
          .select((row) => row.fn.countAll().as('count'))
          .where('userId', '=', session.userId)
          .executeTakeFirstOrThrow()
        if (Number(count) >= max) return 'TOO_MANY'
        const content = await inner.keyring.seal(inner.db, placeIn('smartSession', session, 'content'), session.content)
        await inner.db
          .insertInto('smartSession')
          .values({ ...session, content, revokedAt: null })
          .execute()
        return 'ADDED'
      }),

    async ofUser(userId) {
      const { db, keyring } = scope
      const rows = await db
        .selectFrom('smartSession')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute()
      return Promise.all(
        rows.map(async (row) => ({
          ...withoutNulls(row),
          content: await keyring.open(db, placeIn('smartSession', row, 'content'), bytesOf(row.content)),
        })),
      )
    },

    async revoke({ id, userId, now }) {
      const done = await scope.db
        .updateTable('smartSession')
        .set({ revokedAt: sql`COALESCE(revoked_at, ${now})` })
        .where('id', '=', id)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return done.numUpdatedRows > 0n
    },
  }
}
