/** Changing keys of a store, while it is in use or not. */
import type { Kek } from '../../crypto/kek.ts'
import { openKeyring, retireDeks, rotateKek } from '../keyring.ts'
import { openDatabase, type Place } from '../open.ts'
import type { Database } from '../sql/database.ts'
import { isMigrated } from '../sql/migrate.ts'
import { reseal } from '../sql/sealing.ts'

/** Wraps the data keys with `to`; nothing that is sealed is written. Start the service with the new KEK afterwards. */
export const changeKek = (place: Place, from: Kek, to: Kek): Promise<{ readonly rewrapped: number }> =>
  withDatabase(place, ({ db }) => rotateKek(db, from, to))

/** Makes new data keys and seals everything under them. What was interrupted goes on with the next call. */
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
