import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Time } from '../../contract/values.ts'
import type { NewShareSet, ShareSet, ShareSets } from '../../contract/wallets.ts'
import { bytesOf, type Db, type Schema } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

type Row = Selectable<Schema['shareSet']>

export function createShareSets(scope: Scope): ShareSets {
  const { db } = scope
  return {
    add: ({ walletId, max, now, ...set }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'wallet', walletId)
        const wallet = await inner.db
          .selectFrom('wallet')
          .select('keyVersion')
          .where('id', '=', walletId)
          .where('status', '=', 'ACTIVE')
          .executeTakeFirst()
        if (!wallet) return 'UNKNOWN_WALLET'
        const taken = await inner.db.selectFrom('shareSet').select('id').where('id', '=', set.id).executeTakeFirst()
        if (taken) {
          const known = await findSet(inner, walletId, set.id)
          return known && isSameSet(known, set) ? 'SAME' : 'ID_TAKEN'
        }
        if (wallet.keyVersion !== set.keyVersion) return 'KEY_VERSION_STALE'
        const { devices } = await inner.db
          .selectFrom('shareSet')
          .select(({ fn }) => fn.count<number>('deviceId').distinct().as('devices'))
          .where('walletId', '=', walletId)
          .where((eb) => eb.or([eb('status', '=', 'ACTIVE'), isUnderWay(eb, now)]))
          .where('deviceId', '!=', set.deviceId)
          .executeTakeFirstOrThrow()
        if (devices >= max) return 'TOO_MANY'
        await insertSet(inner, { ...set, walletId, createdAt: now })
        return 'ADDED'
      }),

    activate: ({ setId, walletId, max }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'wallet', walletId)
        const set = await findSet(inner, walletId, setId)
        if (!set) return 'UNKNOWN'
        if (set.status === 'ACTIVE') return 'ACTIVATED'
        const revoked = inner.db.selectFrom('device').select('id').where('status', '=', 'REVOKED')
        const others = await inner.db
          .selectFrom('shareSet')
          .select(({ fn }) => fn.countAll<number>().as('devices'))
          .where('walletId', '=', walletId)
          .where('status', '=', 'ACTIVE')
          .where('deviceId', '!=', set.deviceId)
          .where('deviceId', 'not in', revoked)
          .executeTakeFirstOrThrow()
        if (others.devices >= max) return 'TOO_MANY'
        await eraseSets(inner.db)
          .where('walletId', '=', walletId)
          .where('deviceId', '=', set.deviceId)
          .where('id', '!=', setId)
          .execute()
        await eraseSets(inner.db).where('walletId', '=', walletId).where('deviceId', 'in', revoked).execute()
        await inner.db.updateTable('shareSet').set({ status: 'ACTIVE' }).where('id', '=', setId).execute()
        return 'ACTIVATED'
      }),

    async ofWallet(walletId) {
      const rows = await db
        .selectFrom('shareSet')
        .select(['id', 'walletId', 'deviceId', 'keyVersion', 'commitment', 'status', 'createdAt'])
        .where('walletId', '=', walletId)
        .orderBy('createdAt', 'desc')
        .execute()
      return rows.map((row) => ({ ...row, commitment: bytesOf(row.commitment) }))
    },

    async ofDevice(walletId, deviceId) {
      const row = await openable(db)
        .where('walletId', '=', walletId)
        .where('deviceId', '=', deviceId)
        .where('status', '=', 'ACTIVE')
        .executeTakeFirst()
      return row && toSet(scope, row)
    },

    find: (walletId, setId) => findSet(scope, walletId, setId),

    async newest(walletId) {
      const row = await openable(db)
        .where('walletId', '=', walletId)
        .where('status', '=', 'ACTIVE')
        .orderBy('createdAt', 'desc')
        .executeTakeFirst()
      return row && toSet(scope, row)
    },

    revoke: ({ setId, walletId }) =>
      atomically(scope, async (inner) => {
        // If two sets are revoked at once, one of the calls must see that its set is the last.
        await lockRow(inner, 'wallet', walletId)
        const left = await inner.db
          .selectFrom('shareSet')
          .select(['id', 'status'])
          .where('walletId', '=', walletId)
          .where('status', '!=', 'REVOKED')
          .execute()
        const set = left.find(({ id }) => id === setId)
        if (!set) return 'UNKNOWN'
        const isLast = !left.some(({ id, status }) => id !== setId && status === 'ACTIVE')
        if (set.status === 'ACTIVE' && isLast) return 'LAST_SET'
        await eraseSets(inner.db).where('id', '=', setId).where('walletId', '=', walletId).execute()
        return 'REVOKED'
      }),
  }
}

/** After this many milliseconds an enrolment no longer counts as in progress. */
const enrolmentMs = 60 * 60 * 1_000

const isUnderWay = (eb: ExpressionBuilder<Schema, 'shareSet'>, now: Time) =>
  eb.and([eb('status', '=', 'PENDING'), eb('createdAt', '>=', now - enrolmentMs)])

/** Revokes and empties sets; callers must narrow it with `where`. */
export const eraseSets = (db: Db) =>
  db
    .updateTable('shareSet')
    .set({ status: 'REVOKED', authShare: null, recoverySealed: null })
    .where('status', '!=', 'REVOKED')

export async function findSet(scope: Scope, walletId: string, setId: string): Promise<ShareSet | undefined> {
  const row = await openable(scope.db).where('id', '=', setId).where('walletId', '=', walletId).executeTakeFirst()
  return row && toSet(scope, row)
}

export async function insertSet(
  { db, keyring }: Scope,
  set: NewShareSet & Pick<ShareSet, 'walletId' | 'createdAt'>,
): Promise<void> {
  const authShare = await keyring.seal(db, placeIn('shareSet', set, 'authShare'), set.authShare)
  await db
    .insertInto('shareSet')
    .values({ ...set, authShare, status: 'PENDING' })
    .execute()
}

export const isSameSet = (known: ShareSet, set: NewShareSet): boolean =>
  known.id === set.id &&
  known.deviceId === set.deviceId &&
  known.keyVersion === set.keyVersion &&
  Buffer.from(known.authShare).equals(set.authShare) &&
  Buffer.from(known.recoverySealed).equals(set.recoverySealed) &&
  Buffer.from(known.commitment).equals(set.commitment)

const openable = (db: Db) => db.selectFrom('shareSet').selectAll().where('status', '!=', 'REVOKED')

async function toSet({ db, keyring }: Scope, row: Row): Promise<ShareSet> {
  const { authShare, recoverySealed } = row
  if (!authShare || !recoverySealed) throw new Error('A share set has no shares although it is not revoked')
  return {
    ...row,
    authShare: await keyring.open(db, placeIn('shareSet', row, 'authShare'), bytesOf(authShare)),
    recoverySealed: bytesOf(recoverySealed),
    commitment: bytesOf(row.commitment),
  }
}
