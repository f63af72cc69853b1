import type { Selectable } from 'kysely'
import type { Accounts, Identity, IdentityKey, User } from '../../contract/accounts.ts'
import type { SealedPlace } from '../../keyring.ts'
import { bytesOf, type Schema } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

type Row = Selectable<Schema['identity']>

export function createAccounts(scope: Scope): Accounts {
  const { db } = scope
  return {
    async find(userId) {
      const row = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
      return row && toUser(row)
    },

    findOrCreate: ({ userId, identityId, kind, issuer, subjectHash, display, now }) =>
      atomically(scope, async (inner) => {
        const known = await findIdentity(inner, { issuer, subjectHash })
        if (known) return { ...known, isNew: false }
        // If another process inserts the same id, this waits until its transaction ends.
        const begun = await inner.db
          .insertInto('user')
          .values({ id: userId, status: 'ACTIVE', createdAt: now })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        const row: Omit<Row, 'display'> = {
          id: identityId,
          userId,
          kind,
          issuer,
          subjectHash,
          verifiedAt: now,
          isPrimary: 1,
        }
        const made = await inner.db
          .insertInto('identity')
          .values({ ...row, display: await inner.keyring.seal(inner.db, placeOf(row), display) })
          .onConflict((conflict) => conflict.columns(['issuer', 'subjectHash']).doNothing())
          .returning('id')
          .executeTakeFirst()
        // Another process was faster: use its account.
        if (!made && begun) await inner.db.deleteFrom('user').where('id', '=', userId).execute()
        const found = await findIdentity(inner, { issuer, subjectHash })
        if (!found) throw new Error('An existing identity cannot be found')
        return { ...found, isNew: made !== undefined }
      }),

    addIdentity: ({ userId, identityId, kind, issuer, subjectHash, display, max, now }) =>
      atomically(scope, async (inner) => {
        const known = await findIdentity(inner, { issuer, subjectHash })
        if (known) return known.user.id === userId ? 'SAME' : 'TAKEN'
        const all = await inner.db.selectFrom('identity').select('id').where('userId', '=', userId).execute()
        if (all.length >= max) return 'TOO_MANY'
        const row: Omit<Row, 'display'> = {
          id: identityId,
          userId,
          kind,
          issuer,
          subjectHash,
          verifiedAt: now,
          isPrimary: 0,
        }
        const made = await inner.db
          .insertInto('identity')
          .values({ ...row, display: await inner.keyring.seal(inner.db, placeOf(row), display) })
          .onConflict((conflict) => conflict.columns(['issuer', 'subjectHash']).doNothing())
          .returning('id')
          .executeTakeFirst()
        return made ? 'ADDED' : 'TAKEN'
      }),

    async findByIdentity(key) {
      const row = await userOf(scope, key)
      return row && toUser(row)
    },

    async identities(userId) {
      const rows = await db
        .selectFrom('identity')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('isPrimary', 'desc')
        .orderBy('verifiedAt')
        .execute()
      return Promise.all(rows.map((row) => toIdentity(scope, row)))
    },

    lock: (userId) => lockRow(scope, 'user', userId),

    async setCustodyLevel(userId, custodyLevel) {
      await db.updateTable('user').set({ custodyLevel }).where('id', '=', userId).execute()
    },

    async setStatus(userId, status) {
      await db.updateTable('user').set({ status }).where('id', '=', userId).execute()
    },
  }
}

const userOf = ({ db }: Scope, { issuer, subjectHash }: IdentityKey) =>
  db
    .selectFrom('user')
    .innerJoin('identity', 'identity.userId', 'user.id')
    .selectAll('user')
    .where('identity.issuer', '=', issuer)
    .where('identity.subjectHash', '=', subjectHash)
    .executeTakeFirst()

async function findIdentity(scope: Scope, key: IdentityKey): Promise<{ user: User; identity: Identity } | undefined> {
  const user = await userOf(scope, key)
  const row = await scope.db
    .selectFrom('identity')
    .selectAll()
    .where('issuer', '=', key.issuer)
    .where('subjectHash', '=', key.subjectHash)
    .executeTakeFirst()
  return user && row && { user: toUser(user), identity: await toIdentity(scope, row) }
}

const toUser = ({ custodyLevel, ...row }: Selectable<Schema['user']>): User => ({
  ...row,
  custodyLevel: custodyLevel ?? undefined,
})

async function toIdentity({ db, keyring }: Scope, row: Row): Promise<Identity> {
  const display = await keyring.open(db, placeOf(row), bytesOf(row.display))
  return { ...row, display, isPrimary: row.isPrimary === 1 }
}

const placeOf = (row: Omit<Row, 'display'>): SealedPlace => placeIn('identity', row, 'display')
