/**
 * SQLite in a file, for one machine. Every commit is on disk before it is acknowledged (WAL, `synchronous = FULL`).
 * Transactions take the write lock when they begin, so that none has to be aborted half way.
 */
import { closeSync, openSync } from 'node:fs'
import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import Libsql from 'libsql'
import { StoreError } from '../errors.ts'
import type { Database } from './database.ts'
import { guardDriver, inTransaction } from './guard.ts'
import type { Schema } from './schema.ts'

/** How long a write may wait for another process. It blocks the whole process. */
const busyMs = 2_000

export type SqliteOptions = {
  readonly file: string
  /** Read-only, for checking a backup. */
  readonly isReadOnly?: boolean
}

/** @throws {StoreError} UNAVAILABLE when the file cannot be opened. */
export function openSqlite({ file, isReadOnly = false }: SqliteOptions): Database {
  let connection = connect(file, isReadOnly)
  // A statement that failed as busy stays in progress in the binding (libsql 0.5.29) until it is garbage-collected, and
  // until then no transaction of its connection can commit. So a connection that was busy is not reused.
  let isStuck = false
  const renew = () => {
    if (!isStuck) return
    const next = connect(file, isReadOnly)
    connection.close()
    connection = next
    isStuck = false
  }
  const guard = {
    toStoreError(error: unknown) {
      isStuck ||= isBusy(error)
      return toStoreError(error)
    },
  }
  const current = { prepare: (sql: string) => connection.prepare(sql), close: () => connection.close() }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new TransactionalAdapter(),
      createDriver() {
        const driver = guardDriver(new SqliteDriver({ database: current }), guard, async (to) => {
          await to.executeQuery(CompiledQuery.raw('begin immediate'))
        })
        return {
          ...driver,
          async acquireConnection() {
            const acquired = await driver.acquireConnection()
            try {
              renew()
            } catch (error) {
              await driver.releaseConnection(acquired)
              throw error
            }
            return acquired
          },
        }
      },
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  })
  return {
    engine: 'sqlite',
    db,
    transaction: (work) => db.transaction().execute((tx) => inTransaction(guard, () => work(tx))),
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))

/** SQLite can roll back schema changes; Kysely's own adapter assumes that it cannot. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function connect(file: string, isReadOnly: boolean): SqliteDatabase {
  try {
    // Created before SQLite does, so that no other user can read it; SQLite's companion files inherit the mode.
    if (!isReadOnly) closeSync(openSync(file, 'a', 0o600))
    const connection = new Libsql(file, { timeout: busyMs })
    if (isReadOnly) connection.pragma('query_only = ON')
    else connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    return keepStatements(connection)
  } catch (error) {
    throw toStoreError(error)
  }
}

/** Bounded because a list in a condition makes one statement per length. */
const maxStatements = 500

/** Caches prepared statements per connection: parsing takes longer than running, and there are some hundred of them. */
function keepStatements(connection: Libsql.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const statement = connection.prepare(sql)
      if (statements.size < maxStatements) statements.set(sql, statement)
      return statement
    },
    close() {
      // The binding keeps the file open as long as there are statements.
      statements.clear()
      connection.close()
    },
  }
}

/** Prefixes of SQLite's result codes (sqlite.org/rescode.html). */
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
    return new StoreError('CORRUPT', 'The file is damaged or not a database', { cause: error })
  return error
}
