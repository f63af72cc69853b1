/** The registry of names on PostgreSQL, with two processes: the cases [C115, C116, C117, C120, C121, C134, C135, C372] of the attack corpus. */
import { afterAll, beforeAll, describe } from 'vitest'
import { openGatewayStore } from '../../src/store/gateway.ts'
import { describeNameStore } from '../store/names.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describeNames } from './names-contract.ts'

const bin = findPostgres()
/** Time limit for starting a server and creating its first database on a busy machine. */
const startMs = 120_000
if (bin === undefined) console.warn('PostgreSQL is not installed: names on PostgreSQL were left out of this run.')

describe.skipIf(bin === undefined)('with a server', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(bin ?? '')
  }, startMs)
  afterAll(() => server.stop(), startMs)

  describeNames('PostgreSQL', async () => ({ url: server.createDatabase() }), 2)
  describeNameStore('PostgreSQL', async () => {
    const place = { url: server.createDatabase() }
    return Promise.all([openGatewayStore(place), openGatewayStore(place)])
  })
})
