/**
 * The gateway's routes and stores on PostgreSQL, where they can be of two processes, with the cases
 * [C103, C114, C115, C116, C117, C120, C121, C134, C135, C372] of the attack corpus.
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { type GatewayStore, openGatewayStore } from '../../src/store/gateway.ts'
import { describeNameStore, describeTokenListStore } from '../store/gateway-conformance.ts'
import { describeIndex } from '../store/index-conformance.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { describeSwapsOverHttp } from './convert/http-contract.ts'
import { describeNames } from './names-contract.ts'
import { describePrices } from './prices-contract.ts'

const bin = findPostgres()
/** Time limit for starting a server and creating its first database on a busy machine. */
const startMs = 120_000
if (bin === undefined) console.warn('PostgreSQL is not installed: the gateway on PostgreSQL was left out of this run.')

describe.skipIf(bin === undefined)('a PostgreSQL server', () => {
  let server: PostgresServer
  let indexes: readonly [GatewayStore, GatewayStore]
  const newDatabase = async () => ({ url: server.createDatabase() })
  const openPeers = async (): Promise<readonly [GatewayStore, GatewayStore]> => {
    const place = await newDatabase()
    return Promise.all([openGatewayStore(place), openGatewayStore(place)])
  }

  beforeAll(async () => {
    server = await startPostgres(bin ?? '')
    indexes = await openPeers()
  }, startMs)
  afterAll(async () => {
    await Promise.all(indexes.map((store) => store.close()))
    await server.stop()
  }, startMs)

  describePrices('PostgreSQL', newDatabase)
  describeNames('PostgreSQL', newDatabase, 2)
  describeSwapsOverHttp('PostgreSQL', newDatabase)
  describeTokenListStore('PostgreSQL', async () => openGatewayStore(await newDatabase()))
  describeNameStore('PostgreSQL', openPeers)
  describeIndex('PostgreSQL', () => indexes)
})
