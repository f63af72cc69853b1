/**
 * Copies a running SQLite store, as committed at the start. Sealed values stay sealed, so the copy is useless without
 * the KEK, which is kept elsewhere. For PostgreSQL use `pg_dump`.
 */
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { sql } from 'kysely'
import { StoreError } from '../errors.ts'
import type { Place } from '../open.ts'
import { openSqlite } from '../sql/sqlite.ts'

/** Writes `to`, which must not exist. @throws {StoreError} */
export async function backup(place: Place, to: string): Promise<void> {
  if ('url' in place) throw new Error('Back up PostgreSQL with pg_dump, see docs/hosting.md')
  if (!existsSync(place.file)) throw new StoreError('UNAVAILABLE', `There is no database at ${place.file}`)
  // VACUUM INTO fills an existing empty file and keeps its mode.
  const target = openSync(to, 'wx', 0o600)
  const { db } = openSqlite({ file: place.file })
  try {
    await sql`VACUUM INTO ${to}`.execute(db)
    fsyncSync(target)
  } finally {
    closeSync(target)
    await db.destroy()
  }
}
