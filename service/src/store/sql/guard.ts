/**
 * Stands between the query builder and a driver: what a database says becomes our codes in one place, and a connection that is
 * asked for inside a transaction of the same store is refused. It would wait for the transaction, and that for it.
 */
import type { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import { isStoreError, StoreError } from '../errors.ts'

export type Guard = {
  readonly toStoreError: (error: unknown) => unknown
  readonly inTransaction: AsyncLocalStorage<true>
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  /** In this transaction a statement failed, and PostgreSQL has given it up: its COMMIT would answer as if all were well. */
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
  { toStoreError, inTransaction }: Guard,
  begin: Begin = (...to) => driver.beginTransaction(...to),
): Driver {
  return {
    init: () => driver.init(),
    async acquireConnection() {
      if (inTransaction.getStore()) throw new Error('Inside a transaction, use what it was given, not the store')
      try {
        return new GuardedConnection(await driver.acquireConnection(), { toStoreError, inTransaction })
      } catch (error) {
        throw toStoreError(error)
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
        // Over already: the connection is gone, or the disk was full. Why it was to be rolled back is what the caller must hear.
        if (!isStoreError(error, 'UNAVAILABLE') && !String(error).includes('no transaction is active')) throw error
      }
    },
    releaseConnection: (connection) =>
      driver.releaseConnection(connection instanceof GuardedConnection ? connection.inner : connection),
    destroy: () => driver.destroy(),
  }
}
