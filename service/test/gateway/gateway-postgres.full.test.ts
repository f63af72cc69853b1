/** The gateway's routes on PostgreSQL, with the case [C103] of the attack corpus. */
import { afterAll, beforeAll, describe } from 'vitest'
import { openGatewayStore } from '../../src/store/gateway.ts'
import { describeTokenListStore } from '../store/token-lists.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describePrices } from './prices-contract.ts'

const bin = findPostgres()
/** Time limit for starting a server and creating its first database on a busy machine. */
const startMs = 120_000
if (bin === undefined) console.warn('PostgreSQL is not installed: the gateway on PostgreSQL was left out of this run.')

describe.skipIf(bin === undefined)('with a server', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(bin ?? '')
  }, startMs)
  afterAll(() => server.stop(), startMs)

  describePrices('PostgreSQL', async () => ({ url: server.createDatabase() }))
  describeTokenListStore('PostgreSQL', () => openGatewayStore({ url: server.createDatabase() }))
})
