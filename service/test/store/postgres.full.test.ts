/** The store's conformance tests on PostgreSQL, with the cases [C93, C95] of the attack corpus. */
import { randomBytes } from 'node:crypto'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { openStore } from '@airlock/service/store/open.ts'
import type { Store } from '@airlock/service/store/store.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describeStore } from './conformance/index.ts'

const bin = findPostgres()
/** Time limit for starting a server and creating its first database on a busy machine. */
const startMs = 120_000
if (bin === undefined) console.warn('PostgreSQL is not installed: the store on PostgreSQL was left out of this run.')

describe.skipIf(bin === undefined)('a PostgreSQL server', () => {
  let server: PostgresServer
  let stores: [Store, Store]

  beforeAll(async () => {
    server = await startPostgres(bin ?? '')
    const options = { place: { url: server.createDatabase() }, kek: createKek(randomBytes(32)) }
    // Opened concurrently, so that they race for the schema and the keys.
    stores = await Promise.all([openStore(options), openStore(options)])
  }, startMs)
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await server.stop()
  }, startMs)

  describeStore('PostgreSQL', () => stores)
})
