/** The gateway's index on PostgreSQL, with the case [C206] of the attack corpus. */
import { type GatewayStore, openGatewayStore } from '@airlock/service/store/gateway.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describeIndex } from './index-conformance.ts'

const bin = findPostgres()
/** Time limit for starting a server and creating its first database on a busy machine. */
const startMs = 120_000
if (bin === undefined) console.warn('PostgreSQL is not installed: the index on PostgreSQL was left out of this run.')

describe.skipIf(bin === undefined)('with a server', () => {
  let server: PostgresServer
  let stores: [GatewayStore, GatewayStore]

  beforeAll(async () => {
    server = await startPostgres(bin ?? '')
    const place = { url: server.createDatabase() }
    stores = await Promise.all([openGatewayStore(place), openGatewayStore(place)])
  }, startMs)
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await server.stop()
  }, startMs)

  describeIndex('PostgreSQL', () => stores)
})
