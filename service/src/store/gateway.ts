/** Assembles the gateway's store: a separate database without secrets. Its only user data are registered names, which are public. */
import type { IndexReader, IndexWriter, TokenNames } from './contract/chain-index.ts'
import type { Rates } from './contract/limits.ts'
import type { Names } from './contract/names.ts'
import type { TokenLists } from './contract/token-lists.ts'
import type { Time } from './contract/values.ts'
import { openDatabase, type Place } from './open.ts'
import { migrate } from './sql/migrate.ts'
import { gatewayMigrations } from './sql/migrations/gateway.ts'
import { createIndexReader } from './sql/repositories/index-reader.ts'
import { createIndexWriter } from './sql/repositories/index-writer.ts'
import { createRates } from './sql/repositories/limits.ts'
import { createNames } from './sql/repositories/names.ts'
import { createTokenLists } from './sql/repositories/token-lists.ts'
import { createTokenNames } from './sql/repositories/token-names.ts'

export type GatewayStore = {
  readonly rates: Rates
  readonly index: IndexReader
  readonly indexing: IndexWriter
  readonly tokenNames: TokenNames
  readonly tokenLists: TokenLists
  readonly names: Names
  /** Deletes what has expired. */
  readonly purge: (now: Time) => Promise<void>
  /** Rejects while the database cannot be written. */
  readonly ping: () => Promise<void>
  readonly close: () => Promise<void>
}

/** @throws {StoreError} UNAVAILABLE, SCHEMA_NEWER: also for the database of another role. */
export async function openGatewayStore(place: Place): Promise<GatewayStore> {
  const database = openDatabase(place)
  const { db, engine } = database
  try {
    await migrate(db, engine, gatewayMigrations)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    rates: createRates({ db }),
    names: createNames({ db }),
    index: createIndexReader(database),
    indexing: createIndexWriter(database),
    tokenNames: createTokenNames(database),
    tokenLists: createTokenLists(database),
    async purge(now) {
      await db.deleteFrom('rate').where('windowEnd', '<', now).execute()
      await db.deleteFrom('usedSignature').where('expiresAt', '<', now).execute()
    },
    async ping() {
      // A write without effect: detects a full disk or a read-only server.
      await db.deleteFrom('rate').where('bucket', '=', '').execute()
    },
    close: () => db.destroy(),
  }
}
