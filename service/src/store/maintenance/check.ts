/** Checks a whole database without changing it: everything opens, and everything is consistent. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { commitmentText } from '@airlock/protocol/wallet-service/texts.ts'
import { sql } from 'kysely'
import type { Kek } from '../../crypto/kek.ts'
import { verifyAudit } from '../audit-chain.ts'
import type { AuditHead } from '../contract/audit.ts'
import { isStoreError, StoreError } from '../errors.ts'
import { type Keyring, openKeyring } from '../keyring.ts'
import { createStore, openDatabase, type Place } from '../open.ts'
import type { Database } from '../sql/database.ts'
import { isMigrated } from '../sql/migrate.ts'
import { bytesOf, type Db } from '../sql/schema.ts'
import { placeIn, sealedValues } from '../sql/sealing.ts'
import { openSqlite } from '../sql/sqlite.ts'

export type CheckReport = {
  readonly sealedValues: number
  readonly activeWallets: number
  readonly liveShareSets: number
  readonly auditHead: AuditHead
  /** One sentence each, without secrets; empty if there are none. */
  readonly problems: readonly string[]
}

/** @throws {StoreError} when the database cannot be checked: missing, another version, or the wrong KEK. */
export async function checkStore(place: Place, kek: Kek, keptHead?: AuditHead): Promise<CheckReport> {
  if ('file' in place && !existsSync(place.file))
    throw new StoreError('UNAVAILABLE', `There is no database at ${place.file}`)
  const database = 'file' in place ? openSqlite({ file: place.file, isReadOnly: true }) : openDatabase(place)
  const { db } = database
  try {
    if (!(await isMigrated(db)))
      throw new StoreError(
        'SCHEMA_NEWER',
        'The database was written by another version of the program; check it with that one',
      )
    const keyring = await openKeyring(db, kek, Date.now)
    const file = await checkFile(database)
    const values = await checkSealed(db, keyring)
    const sets = await checkShareSets(db, keyring)
    const audit = createStore(database, keyring).audit
    const verdict = await verifyAudit(audit, keptHead)
    const chain = verdict.isIntact ? [] : [`Audit row ${verdict.seq}: ${verdict.why}`]
    return {
      sealedValues: values.count,
      activeWallets: await countActive(db),
      liveShareSets: sets.count,
      auditHead: await audit.head(),
      problems: [...file, ...values.problems, ...sets.problems, ...chain],
    }
  } finally {
    await db.destroy()
  }
}

/** SQLite checks its pages and references; PostgreSQL servers check their own. */
async function checkFile({ engine, db }: Database): Promise<readonly string[]> {
  if (engine !== 'sqlite') return []
  const pages = await sql<{ integrityCheck: string }>`PRAGMA integrity_check`.execute(db)
  const references = await sql`PRAGMA foreign_key_check`.execute(db)
  return [
    ...pages.rows.map((row) => row.integrityCheck).filter((text) => text !== 'ok'),
    ...(references.rows.length > 0 ? [`${references.rows.length} rows refer to rows that are not there`] : []),
  ]
}

type Found = { readonly count: number; readonly problems: readonly string[] }

async function checkSealed(db: Db, keyring: Keyring): Promise<Found> {
  const problems: string[] = []
  let count = 0
  for await (const { table, column, rowId, place, sealed } of sealedValues(db)) {
    count += 1
    try {
      await keyring.open(db, place, sealed)
    } catch (error) {
      if (!isStoreError(error, 'SEAL_BROKEN') && !isStoreError(error, 'BAD_SECRET')) throw error
      problems.push(`${table}.${column} of ${rowId} does not open`)
    }
  }
  return { count, problems }
}

/** Recomputes the commitment of every share. */
async function checkShareSets(db: Db, keyring: Keyring): Promise<Found> {
  const problems: string[] = []
  const rows = await db
    .selectFrom('shareSet')
    .innerJoin('wallet', 'wallet.id', 'shareSet.walletId')
    .selectAll('shareSet')
    .select('wallet.name')
    .where('shareSet.status', '!=', 'REVOKED')
    .execute()
  for (const { name, ...row } of rows) {
    const { id: setId, keyVersion, authShare } = row
    if (!authShare) continue
    try {
      const share = await keyring.open(db, placeIn('shareSet', row, 'authShare'), bytesOf(authShare))
      const commitment = createHash('sha256')
        .update(commitmentText({ walletId: name, setId, keyVersion }))
        .update(share)
        .digest()
      if (!commitment.equals(bytesOf(row.commitment)))
        problems.push(`The share of ${setId} is not the one that was committed to`)
    } catch (error) {
      // Already reported with the sealed values.
      if (!isStoreError(error, 'SEAL_BROKEN') && !isStoreError(error, 'BAD_SECRET')) throw error
    }
  }
  return { count: rows.length, problems }
}

async function countActive(db: Db): Promise<number> {
  const { wallets } = await db
    .selectFrom('wallet')
    .select(({ fn }) => fn.countAll<number>().as('wallets'))
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return wallets
}
