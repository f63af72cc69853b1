import type { TokenLists } from '../../contract/token-lists.ts'
import type { Scope } from '../scope.ts'

export const createTokenLists = ({ db }: Pick<Scope, 'db'>): TokenLists => ({
  async find(urlHash) {
    const row = await db.selectFrom('tokenList').selectAll().where('urlHash', '=', urlHash).executeTakeFirst()
    return row && { etag: row.etag ?? undefined, body: row.body, fetchedAt: row.fetchedAt }
  },

  async save(urlHash, { etag, body, fetchedAt }) {
    const copy = { etag: etag ?? null, body, fetchedAt }
    await db
      .insertInto('tokenList')
      .values({ urlHash, ...copy })
      .onConflict((conflict) =>
        conflict.column('urlHash').doUpdateSet(copy).where('tokenList.fetchedAt', '<=', fetchedAt),
      )
      .execute()
  },
})
