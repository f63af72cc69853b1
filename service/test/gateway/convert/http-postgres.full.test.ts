/** Swaps over HTTP with budgets in PostgreSQL. */
import { afterAll, beforeAll, describe } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { describeSwapsOverHttp } from './http-contract.ts'

const bin = findPostgres()
/** Time limit for starting a server and creating its first database on a busy machine. */
const startMs = 120_000
if (bin === undefined) console.warn('PostgreSQL is not installed: swaps on PostgreSQL were left out of this run.')

describe.skipIf(bin === undefined)('with a server', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(bin ?? '')
  }, startMs)
  afterAll(() => server.stop(), startMs)

  describeSwapsOverHttp('PostgreSQL', async () => ({ url: server.createDatabase() }))
})
