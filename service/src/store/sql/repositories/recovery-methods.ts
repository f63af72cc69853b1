import type { Selectable } from 'kysely'
import type { NewRecoveryMethod, RecoveryMethod, RecoveryMethods } from '../../contract/wallets.ts'
import { bytesOf, type Schema, withoutNulls } from '../schema.ts'
import { atomically, lockRow, type Scope } from '../scope.ts'
import { placeIn } from '../sealing.ts'

export function createRecoveryMethods(scope: Scope): RecoveryMethods {
  return {
    add: ({ walletId, max, now, ...method }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'wallet', walletId)
        const wallet = await inner.db.selectFrom('wallet').select('id').where('id', '=', walletId).executeTakeFirst()
        if (!wallet) return 'UNKNOWN_WALLET'
        const taken = await inner.db
          .selectFrom('recoveryMethod')
          .selectAll()
          .where('id', '=', method.id)
          .executeTakeFirst()
        const known = taken?.walletId === walletId ? await toMethod(inner, taken) : undefined
        if (taken) return known && isSameMethod(known, method) ? 'SAME' : 'ID_TAKEN'
        if ((await methodsOf(inner, walletId)).length >= max) return 'TOO_MANY'
        await insertMethod(inner, { ...method, walletId, createdAt: now })
        return 'ADDED'
      }),

    ofWallet: (walletId) => methodsOfWallet(scope, walletId),

    remove: ({ methodId, walletId }) =>
      atomically(scope, async (inner) => {
        await lockRow(inner, 'wallet', walletId)
        const rows = await methodsOf(inner, walletId)
        if (!rows.some(({ id }) => id === methodId)) return 'UNKNOWN'
        if (rows.length === 1) return 'LAST_METHOD'
        await inner.db.deleteFrom('recoveryMethod').where('id', '=', methodId).execute()
        return 'REMOVED'
      }),
  }
}

export async function insertMethod(
  { db, keyring }: Scope,
  method: NewRecoveryMethod & Pick<RecoveryMethod, 'walletId' | 'createdAt'>,
): Promise<void> {
  const wrappedR = await keyring.seal(db, placeIn('recoveryMethod', method, 'wrappedR'), method.wrappedR)
  await db
    .insertInto('recoveryMethod')
    .values({ ...method, wrappedR })
    .execute()
}

export async function methodsOfWallet(scope: Scope, walletId: string): Promise<RecoveryMethod[]> {
  const rows = await methodsOf(scope, walletId)
  return Promise.all(rows.map((row) => toMethod(scope, row)))
}

const methodsOf = ({ db }: Scope, walletId: string) =>
  db
    .selectFrom('recoveryMethod')
    .selectAll()
    .where('walletId', '=', walletId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

const isSameMethod = (known: RecoveryMethod, method: NewRecoveryMethod): boolean =>
  known.kind === method.kind &&
  known.params === method.params &&
  known.credentialId === method.credentialId &&
  Buffer.from(known.wrappedR).equals(method.wrappedR)

async function toMethod({ db, keyring }: Scope, row: Selectable<Schema['recoveryMethod']>): Promise<RecoveryMethod> {
  const wrappedR = await keyring.open(db, placeIn('recoveryMethod', row, 'wrappedR'), bytesOf(row.wrappedR))
  return { ...withoutNulls(row), wrappedR }
}
