/**
 * Wraps a driver for the query builder: maps database errors to our codes, and refuses a connection requested inside a
 * transaction of the same store, which would deadlock.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { isStoreError, StoreError } from '../errors.ts'

export type Guard = {
  readonly toStoreError: (error: unknown) => unknown
}

/** The stores in whose transaction the caller is. One storage for all stores, because each one costs time at every promise of the process. */
const open = new AsyncLocalStorage<readonly Guard[]>()

/** Runs the work as a part of a transaction of this guard's store. */
export const inTransaction = <Result>(guard: Guard, work: () => Promise<Result>): Promise<Result> =>
  open.run([...(open.getStore() ?? []), guard], work)

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** A statement failed in this transaction and PostgreSQL has aborted it; a COMMIT would still report success. */
  hasFailed = false
  readonly #guard: Guard

  constructor(inner: DatabaseConnection, guard: Guard) {
    this.inner = inner
    this.#guard = guard
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.inner.executeQuery<Row>(query)
    } catch (error) {
      this.hasFailed = true
      throw this.#guard.toStoreError(error)
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize)
  }
}

export type Begin = (connection: DatabaseConnection, settings: TransactionSettings) => Promise<void>

export function guardDriver(
  driver: Driver,
  guard: Guard,
  begin: Begin = (...to) => driver.beginTransaction(...to),
): Driver {
  return {
    init: () => driver.init(),
    async acquireConnection() {
      if (open.getStore()?.includes(guard))
        throw new Error('Inside a transaction, use what it was given, not the store')
      try {
        return new GuardedConnection(await driver.acquireConnection(), guard)
      } catch (error) {
        throw guard.toStoreError(error)
      }
    },
    beginTransaction: begin,
    async commitTransaction(connection) {
      if (connection instanceof GuardedConnection && connection.hasFailed)
        throw new StoreError('CONSTRAINT', 'A statement of this transaction failed, so it cannot be committed')
      await driver.commitTransaction(connection)
    },
    async rollbackTransaction(connection) {
      try {
        await driver.rollbackTransaction(connection)
      } catch (error) {
        // The transaction has already ended, because the connection is lost or the disk is full. The caller must get the original error.
        if (!isStoreError(error, 'UNAVAILABLE') && !String(error).includes('no transaction is active')) throw error
      }
    },
    releaseConnection: (connection) =>
      driver.releaseConnection(connection instanceof GuardedConnection ? connection.inner : connection),
    destroy: () => driver.destroy(),
  }
}
