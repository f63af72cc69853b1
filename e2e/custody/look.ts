/** Reads the databases directly, without the service. */
import { createKek } from '@airlock/service/crypto/kek.ts'
import { checkStore } from '@airlock/service/store/maintenance/check.ts'
import { openDatabase, openStore, type Place } from '@airlock/service/store/open.ts'
import type { Store } from '@airlock/service/store/store.ts'
import type { Deployment } from './deployment.ts'

export async function withDatabase<T>(place: Place, work: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>) {
  const { db } = openDatabase(place)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Users with more than one active wallet. */
export const usersWithManyWallets = (place: Place): Promise<readonly string[]> =>
  withDatabase(place, async (db) => {
    const rows = await db
      .selectFrom('wallet')
      .select(({ fn }) => ['userId', fn.countAll<number>().as('wallets')])
      .where('status', '=', 'ACTIVE')
      .groupBy('userId')
      .execute()
    return rows.filter(({ wallets }) => Number(wallets) > 1).map(({ userId }) => userId)
  })

/** How many accounts there are, and how many of them have an active wallet. */
export const accountsIn = (place: Place): Promise<{ readonly users: number; readonly withWallet: number }> =>
  withDatabase(place, async (db) => {
    const ids = await db.selectFrom('user').select('id').execute()
    const wallets = await db.selectFrom('wallet').select('userId').where('status', '=', 'ACTIVE').execute()
    const owners = new Set(wallets.map(({ userId }) => userId))
    return { users: ids.length, withWallet: ids.filter(({ id }) => owners.has(id)).length }
  })

/** Checks the store: opens every sealed value, verifies every share and the audit log. */
export const problemsOf = async ({ place, kek }: Pick<Deployment, 'place' | 'kek'>): Promise<readonly string[]> =>
  (await checkStore(place, createKek(kek))).problems

/** All values of all rows, as a thief of the database would read them. */
export const dumpOf = (place: Place): Promise<string> =>
  withDatabase(place, async (db) => {
    const parts: string[] = []
    for (const { name } of await db.introspection.getTables()) {
      const rows: object[] = await db
        .selectFrom(name as 'user') // as: any table; its rows are only converted to text
        .selectAll()
        .execute()
      for (const value of rows.flatMap((row): unknown[] => Object.values(row))) parts.push(textOf(value))
    }
    return parts.join('\n')
  })

function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer || value instanceof Uint8Array)
    return Buffer.from(new Uint8Array(value)).toString('latin1')
  return String(value)
}

/** Opens a store like the service does. */
export async function withStoreOf<T>(place: Place, kek: Uint8Array, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ place, kek: createKek(kek) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
export const withStore = <T>({ place, kek }: Deployment, work: (store: Store) => Promise<T>): Promise<T> =>
  withStoreOf(place, kek, work)
