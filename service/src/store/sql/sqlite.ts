/**
 * SQLite in a file, for one machine. Every commit is on the disk before it is answered (WAL, `synchronous = FULL`); a transaction
 * takes the write lock when it begins, so that none has to be given up half way.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, openSync } from 'node:fs'
import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import Libsql from 'libsql'
import { StoreError } from '../errors.ts'
import type { Database } from './database.ts'
import { guardDriver } from './guard.ts'
import type { Schema } from './schema.ts'

/** How long a write may wait for another process. The whole process waits with it. */
const busyMs = 2_000

export type SqliteOptions = {
  readonly file: string
  /** Nothing can be changed, for looking at a backup. */
  readonly isReadOnly?: boolean
}

/** @throws {StoreError} UNAVAILABLE when the file cannot be opened. */
export function openSqlite({ file, isReadOnly = false }: SqliteOptions): Database {
  const connection = connect(file, isReadOnly)
  const inTransaction = new AsyncLocalStorage<true>()
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalAdapter(),
      createDriver: () =>
        guardDriver(new SqliteDriver({ database: connection }), { toStoreError, inTransaction }, async (to) => {
          await to.executeQuery(CompiledQuery.raw('begin immediate'))
        }),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  })
  return {
    engine: 'sqlite',
    db,
    transaction: (work) => db.transaction().execute((tx) => inTransaction.run(true, () => work(tx))),
  }
}

/** SQLite takes a half-made schema back like anything else; the builder's own adapter does not count on it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function connect(file: string, isReadOnly: boolean): Libsql.Database {
  try {
    // Made before SQLite makes it, so that nobody else can read it; its companions take their mode from it.
    if (!isReadOnly) closeSync(openSync(file, 'a', 0o600))
    const connection = new Libsql(file, { timeout: busyMs })
    if (isReadOnly) connection.pragma('query_only = ON')
    else connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    return connection
  } catch (error) {
    throw toStoreError(error)
  }
}

/** By the beginning of SQLite's result codes (sqlite.org/rescode.html). */
const unavailable = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_NOMEM',
  'SQLITE_PERM',
]

function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isFromSystem = 'syscall' in error
  if (
    isFromSystem ||
    unavailable.some((start) => code.startsWith(start)) ||
    error.message.startsWith('ConnectionFailed')
  )
    return new StoreError('UNAVAILABLE', `The database cannot be used now (${code || 'it cannot be opened'})`, {
      cause: error,
    })
  if (code.startsWith('SQLITE_CONSTRAINT')) return new StoreError('CONSTRAINT', error.message, { cause: error })
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return new StoreError('CORRUPT', 'The file is damaged, or is no database', { cause: error })
  return error
}
