/** Looks at a store without changing it: whether it can be reached, its schema, its keys, its clock. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Kek } from '../../crypto/kek.ts'
import { openLiveKeys } from '../keyring.ts'
import { openDatabase, type Place } from '../open.ts'
import type { Database } from '../sql/database.ts'
import { isMigrated, migrations, type NumberedMigration } from '../sql/migrate.ts'
import { gatewayMigrations } from '../sql/migrations/gateway.ts'
import { openSqlite } from '../sql/sqlite.ts'

export type Probe = {
  /** `new`: the first start creates it. `older`: the next start migrates it. */
  readonly schema: 'new' | 'older' | 'current'
  /** Milliseconds that this machine is ahead of the server (PostgreSQL), or of the last time in the file. */
  readonly aheadMs: number | undefined
}

/** @throws {Error} when it cannot be used: unreachable, not writable, damaged, or wrapped by another KEK. */
export const probeStore = (place: Place, kek: Kek): Promise<Probe> =>
  probe(place, migrations, async (database) => {
    await openLiveKeys(database.db, kek)
    return aheadOfFile(database)
  })

/** The gateway's store, which has no sealed values. @throws {Error} when it cannot be used */
export const probeGatewayStore = (place: Place): Promise<Probe> => probe(place, gatewayMigrations)

/** @param look at a current schema; returns the time that this machine is ahead, if the server does not tell it */
async function probe(
  place: Place,
  list: readonly NumberedMigration[],
  look: (database: Database) => Promise<number | undefined> = async () => undefined,
): Promise<Probe> {
  const database = openToLook(place)
  if (!database) return { schema: 'new', aheadMs: undefined }
  try {
    const aheadMs = await aheadOfServer(database)
    const tables = await database.db.introspection.getTables()
    if (tables.length === 0) return { schema: 'new', aheadMs }
    if (!(await isMigrated(database.db, list))) return { schema: 'older', aheadMs }
    const aheadOfStored = await look(database)
    return { schema: 'current', aheadMs: aheadMs ?? aheadOfStored }
  } finally {
    await database.db.destroy()
  }
}

/**
 * `undefined`: there is no file yet.
 * @throws {Error} when none can be created there
 */
function openToLook(place: Place): Database | undefined {
  if (!('file' in place)) return openDatabase(place)
  const target = existsSync(place.file) ? place.file : dirname(place.file)
  if (!existsSync(target)) throw new Error(`${target} is missing: create this folder`)
  accessSync(target, constants.W_OK)
  return target === place.file ? openSqlite({ file: place.file, isReadOnly: true }) : undefined
}

async function aheadOfServer({ engine, db }: Database): Promise<number | undefined> {
  if (engine !== 'postgres') return undefined
  const { rows } = await sql<{ now: string | number }>`SELECT extract(epoch FROM now()) * 1000 AS now`.execute(db)
  return Date.now() - Number(rows[0]?.now)
}

/** The login clock never runs backwards, so a stored time in the future means that this machine's clock is behind. */
async function aheadOfFile({ db }: Database): Promise<number | undefined> {
  const row = await db.selectFrom('clock').select('at').executeTakeFirst()
  return row && Date.now() - row.at
}
