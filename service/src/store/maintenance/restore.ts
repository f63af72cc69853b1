/** Replaces a SQLite store by a backup, after checking it. */
import { closeSync, constants, copyFileSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Kek } from '../../crypto/kek.ts'
import type { AuditHead } from '../contract/audit.ts'
import type { Place } from '../open.ts'
import { type CheckReport, checkStore } from './check.ts'

/**
 * Copies nothing if the report has problems, and never over an existing database. Refuses a write-ahead log at either
 * end: at the target it would be replayed into the copy; at the source it holds data that the copy would lack.
 */
export async function restore(from: string, place: Place, kek: Kek, keptHead?: AuditHead): Promise<CheckReport> {
  if ('url' in place) throw new Error('Restore a PostgreSQL backup with pg_restore, see docs/hosting.md')
  const there = ['', '-wal', '-shm'].map((end) => `${place.file}${end}`).find((file) => existsSync(file))
  if (there !== undefined) throw new Error(`${there} is there; move it away first, with its -wal and -shm`)
  const log = statSync(`${from}-wal`, { throwIfNoEntry: false })
  if (log && log.size > 0)
    throw new Error(
      `${from} is a store in use or left by one, not a backup: ${from}-wal is beside it. Make a backup of it first`,
    )
  const report = await checkStore({ file: from }, kek, keptHead)
  if (report.problems.length > 0) return report
  copyFileSync(from, place.file, constants.COPYFILE_EXCL)
  for (const path of [place.file, dirname(place.file)]) {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
  return report
}
