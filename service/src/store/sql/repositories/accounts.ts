import type { Selectable } from 'kysely'
import type { Accounts, FormerIdentity, Identity, IdentityKey, User } from '../../contract/accounts.ts'
import type { Time } from '../../contract/values.ts'
import { IdentityHeld } from '../../errors.ts'
import type { SealedPlace } from '../../keyring.ts'
import { bytesOf, type Schema, withoutNulls } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

type Row = Selectable<Schema['identity']>
type FormerRow = Selectable<Schema['formerIdentity']>

export function createAccounts(scope: Scope): Accounts {
  const { db } = scope
  return {
    async find(userId) {
      const row = await db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
      return row && withoutNulls(row)
    },

    findOrCreate: ({ userId, identityId, kind, issuer, subjectHash, display, now }) =>
      atomically(scope, async (inner) => {
        await lockIdentity(inner, { issuer, subjectHash })
        const known = await findIdentity(inner, { issuer, subjectHash })
        if (known) return { ...known, isNew: false }
        const held = await heldRow(inner, { issuer, subjectHash }, now)
        if (held) throw new IdentityHeld(held.heldUntil - now)
        // If another process inserts the same id, this waits until its transaction ends.
        let begun = await beginUser(inner, userId, now)
        if (begun === undefined) {
          const faster = await findIdentity(inner, { issuer, subjectHash })
          if (faster) return { ...faster, isNew: false }
          // This identity was removed from that account and must not lead back to it.
          begun = await beginUser(inner, identityId, now)
        }
        const row = { id: identityId, userId: begun ?? identityId, kind, issuer, subjectHash, verifiedAt: now }
        const made = await addRow(inner, { ...row, isPrimary: 1 }, display)
        // Another process was faster: use its account.
        if (!made && begun !== undefined) await inner.db.deleteFrom('user').where('id', '=', begun).execute()
        const found = await findIdentity(inner, { issuer, subjectHash })
        if (!found) throw new Error('An existing identity cannot be found')
        return { ...found, isNew: made }
      }),

    addIdentity: ({ userId, identityId, kind, issuer, subjectHash, display, max, now }) =>
      atomically(scope, async (inner) => {
        const known = await findIdentity(inner, { issuer, subjectHash })
        if (known) return known.user.id === userId ? 'SAME' : 'TAKEN'
        const held = await heldRow(inner, { issuer, subjectHash }, now)
        if (held && held.userId !== userId) return 'TAKEN'
        const all = await inner.db.selectFrom('identity').select('id').where('userId', '=', userId).execute()
        if (all.length >= max) return 'TOO_MANY'
        const verifiedAt = held?.verifiedAt ?? now
        const row = { id: identityId, userId, kind, issuer, subjectHash, verifiedAt }
        return (await addRow(inner, { ...row, isPrimary: 0 }, display)) ? 'ADDED' : 'TAKEN'
      }),

    removeIdentity: ({ userId, identityId, heir, tokenHash, now, heldMs }) =>
      atomically(scope, async (inner) => {
        const all = await identityRows(inner, userId)
        const row = all.find(({ id }) => id === identityId)
        if (!row) return 'UNKNOWN'
        const others = all.filter(({ id }) => id !== identityId)
        const next = others.find(({ id }) => id === heir) ?? others[0]
        if (!next) return 'LAST'
        const { display } = await toIdentity(inner, row)
        await inner.db.deleteFrom('identity').where('id', '=', identityId).execute()
        if (row.isPrimary === 1) await setPrimary(inner, next.id, 1)
        // Of an identity that was added again, or is no longer held, the earlier row may still exist.
        const { issuer, subjectHash } = row
        const before = await heldRow(inner, { issuer, subjectHash }, now)
        await inner.db
          .deleteFrom('formerIdentity')
          .where('issuer', '=', issuer)
          .where('subjectHash', '=', subjectHash)
          .execute()
        await inner.db
          .insertInto('formerIdentity')
          .values({
            ...row,
            display: await inner.keyring.seal(inner.db, placeIn('formerIdentity', row, 'display'), display),
            tokenHash,
            removedAt: before?.removedAt ?? now,
            heldUntil: now + heldMs,
          })
          .execute()
        return 'REMOVED'
      }),

    async formerIdentities(userId, now) {
      const rows = await heldRows(scope, userId, now)
      return Promise.all(rows.map((row) => toFormer(scope, row)))
    },

    async findFormer(tokenHash, now) {
      const row = await db
        .selectFrom('formerIdentity')
        .selectAll()
        .where('tokenHash', '=', tokenHash)
        .where('heldUntil', '>', now)
        .executeTakeFirst()
      return row && toFormer(scope, row)
    },

    async holderOf(key, now) {
      return (await heldRow(scope, key, now))?.userId
    },

    restoreIdentities: ({ id, userId, removedAt }, now) =>
      atomically(scope, async (inner) => {
        const held = await heldRows(inner, userId, now)
        if (!held.some((row) => row.id === id)) return false
        const since = held.filter((row) => row.removedAt >= removedAt)
        const kept = since.filter(({ verifiedAt }) => verifiedAt < removedAt)
        await inner.db
          .deleteFrom('identity')
          .where('userId', '=', userId)
          .where('verifiedAt', '>=', removedAt)
          .execute()
        for (const row of since) {
          const { display } = await toFormer(inner, row)
          await inner.db.deleteFrom('formerIdentity').where('id', '=', row.id).execute()
          if (!kept.includes(row)) continue
          const { kind, issuer, subjectHash, verifiedAt } = row
          await addRow(inner, { id: row.id, userId, kind, issuer, subjectHash, verifiedAt, isPrimary: 0 }, display)
        }
        // The primary identity of that time was removed first, or still exists. It may have been added again.
        const rows = await identityRows(inner, userId)
        const removed = kept.filter(({ isPrimary }) => isPrimary === 1).toSorted((a, b) => a.removedAt - b.removedAt)[0]
        const first = removed && rows.find((row) => isSameKey(row, removed))
        const primary = first ?? rows.find(({ isPrimary }) => isPrimary === 1) ?? rows[0]
        for (const row of rows.filter(({ isPrimary }) => isPrimary === 1)) await setPrimary(inner, row.id, 0)
        if (primary) await setPrimary(inner, primary.id, 1)
        return true
      }),

    async findByIdentity(key) {
      const row = await userOf(scope, key)
      return row && withoutNulls(row)
    },

    async identities(userId) {
      const rows = await identityRows(scope, userId)
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

const isSameKey = (one: IdentityKey, other: IdentityKey): boolean =>
  one.issuer === other.issuer && one.subjectHash === other.subjectHash

async function beginUser({ db }: Scope, id: string, now: Time): Promise<string | undefined> {
  const begun = await db
    .insertInto('user')
    .values({ id, status: 'ACTIVE', createdAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return begun?.id
}

async function addRow(scope: Scope, row: Omit<Row, 'display'>, display: Uint8Array): Promise<boolean> {
  const { db, keyring } = scope
  const made = await db
    .insertInto('identity')
    .values({ ...row, display: await keyring.seal(db, placeOf(row), display) })
    .onConflict((conflict) => conflict.columns(['issuer', 'subjectHash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/**
 * If a login and a removal of the identity run at once, the later one sees the result of the earlier one. SQLite has one writer at a time.
 */
async function lockIdentity({ db, engine }: Scope, { issuer, subjectHash }: IdentityKey): Promise<void> {
  if (engine === 'sqlite') return
  await db
    .selectFrom('identity')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subjectHash', '=', subjectHash)
    .forKeyShare()
    .execute()
}

const identityRows = ({ db }: Scope, userId: string) =>
  db
    .selectFrom('identity')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('isPrimary', 'desc')
    .orderBy('verifiedAt')
    .execute()

const setPrimary = ({ db }: Scope, id: string, isPrimary: 0 | 1) =>
  db.updateTable('identity').set({ isPrimary }).where('id', '=', id).execute()

const heldRows = ({ db }: Scope, userId: string, now: Time) =>
  db
    .selectFrom('formerIdentity')
    .selectAll()
    .where('userId', '=', userId)
    .where('heldUntil', '>', now)
    .orderBy('removedAt')
    .execute()

const heldRow = ({ db }: Scope, { issuer, subjectHash }: IdentityKey, now: Time) =>
  db
    .selectFrom('formerIdentity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subjectHash', '=', subjectHash)
    .where('heldUntil', '>', now)
    .executeTakeFirst()

async function toFormer({ db, keyring }: Scope, row: FormerRow): Promise<FormerIdentity> {
  const { tokenHash: _, ...shown } = row
  const display = await keyring.open(db, placeIn('formerIdentity', row, 'display'), bytesOf(row.display))
  return { ...shown, display, isPrimary: row.isPrimary === 1 }
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
  return user && row && { user: withoutNulls(user), identity: await toIdentity(scope, row) }
}

async function toIdentity({ db, keyring }: Scope, row: Row): Promise<Identity> {
  const display = await keyring.open(db, placeOf(row), bytesOf(row.display))
  return { ...row, display, isPrimary: row.isPrimary === 1 }
}

const placeOf = (row: Omit<Row, 'display'>): SealedPlace => placeIn('identity', row, 'display')
