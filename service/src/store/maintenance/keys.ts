/** Key rotation of a store, also while it is in use. */
import type { Kek } from '../../crypto/kek.ts'
import { openKeyring, retireDeks, rotateKek } from '../keyring.ts'
import { openDatabase, type Place } from '../open.ts'
import type { Database } from '../sql/database.ts'
import { isMigrated } from '../sql/migrate.ts'
import { reseal } from '../sql/sealing.ts'

/** Rewraps the data keys with `to`; no sealed value is rewritten. Start the service with the new KEK afterwards. */
export const changeKek = (place: Place, from: Kek, to: Kek): Promise<{ readonly rewrapped: number }> =>
  withDatabase(place, ({ db }) => rotateKek(db, from, to))

/** Creates new data keys and reseals everything. After an interruption, the next call continues. */
export const changeDataKeys = (place: Place, kek: Kek): Promise<{ readonly resealed: number }> =>
  withDatabase(place, async ({ db }) => {
    await retireDeks(db, kek, Date.now())
    return reseal(db, await openKeyring(db, kek, Date.now))
  })

async function withDatabase<Result>(place: Place, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(place)
  try {
    if (!(await isMigrated(database.db))) throw new Error('Start the service once, so that the database has its schema')
    return await work(database)
  } finally {
    await database.db.destroy()
  }
}
