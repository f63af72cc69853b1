import type { TokenLists } from '../../contract/token-lists.ts'
import { withoutNulls } from '../schema.ts'
import type { Scope } from '../scope.ts'

export const createTokenLists = ({ db }: Pick<Scope, 'db'>): TokenLists => ({
  async find(urlHash) {
    const columns = ['etag', 'body', 'fetchedAt'] as const
    const row = await db.selectFrom('tokenList').select(columns).where('urlHash', '=', urlHash).executeTakeFirst()
    return row && withoutNulls(row)
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
