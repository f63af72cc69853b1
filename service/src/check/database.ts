/** Result of a database check, for the operator. */
import { existsSync, statSync } from 'node:fs'
import type { Probe } from '../store/maintenance/probe.ts'
import type { Place } from '../store/open.ts'
import { Finding } from './finding.ts'

/** Between processes, and against the database. */
const maxSkewMs = 60_000

const schemas = { new: 'the first start creates it', older: 'the next start migrates it', current: 'ready' } as const

/** @throws {Finding} when other users can read the file */
export function requirePrivate(place: Place): void {
  if ('file' in place && existsSync(place.file) && (statSync(place.file).mode & 0o077) !== 0)
    throw new Finding(`${place.file} may be read by others`, `chmod 0600 ${place.file}`)
}

/** @throws {Finding} when the clocks differ */
export function readProbe(place: Place, { schema, aheadMs }: Probe): string {
  const kind = 'file' in place ? 'SQLite' : 'PostgreSQL'
  // The time in a file is that of the last login, so only a time in the future shows a wrong clock.
  const isWrong = aheadMs !== undefined && (aheadMs < -maxSkewMs || ('url' in place && aheadMs > maxSkewMs))
  if (isWrong)
    throw new Finding(
      `this machine's clock is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's`,
      'keep NTP running on both',
    )
  return `${kind}, ${schemas[schema]}${aheadMs === undefined ? '' : '; the clocks agree'}`
}
