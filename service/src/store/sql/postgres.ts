/** PostgreSQL, for many processes behind a load balancer. Rules lock every row that they read before writing. */
import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import pg from 'pg'
import { StoreError } from '../errors.ts'
import type { Database } from './database.ts'
import { guardDriver, inTransaction } from './guard.ts'
import type { Schema } from './schema.ts'

const connectMs = 5_000
const lockMs = 5_000
const statementMs = 10_000
const maxConnections = 10

/** As numbers: times and counts are far below 2^53. */
const int8 = 20

export function openPostgres(url: string): Database {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    application_name: 'airlock',
    types,
  })
  // On a broken connection the pool creates another one, and the running statement fails by itself. Without a listener,
  // the `error` event would end this process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const guard = { toStoreError }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => guardDriver(new PostgresDriver({ pool }), guard),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  })
  return {
    engine: 'postgres',
    db,
    transaction: (work) => db.transaction().execute((tx) => inTransaction(guard, () => work(tx))),
  }
}

/**
 * SQLSTATE classes and codes (PostgreSQL manual, appendix A): connection, resources, operator intervention, system
 * error; lock timeouts, deadlocks, read-only servers. For network errors, Node's codes.
 */
const unavailable = /^(08...|53...|57...|58...|40001|40P01|55P03|25006|E[A-Z]+)$/
/** Errors of `pg` without a code. */
const lost = /timeout exceeded|[Cc]onnection terminated|not queryable|Cannot use a pool/

function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (unavailable.test(code) || lost.test(error.message))
    return new StoreError('UNAVAILABLE', `The database cannot be used now (${code || 'connection lost'})`, {
      cause: error,
    })
  if (code.startsWith('23')) return new StoreError('CONSTRAINT', error.message, { cause: error })
  if (code.startsWith('XX')) return new StoreError('CORRUPT', 'The server reports damaged data', { cause: error })
  return error
}
