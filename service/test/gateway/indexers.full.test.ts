/** Processes that share an index on PostgreSQL: one of them writes, and the next one continues where it stopped. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nftLog } from '../../../e2e/world/emitter.ts'
import { createIndexer } from '../../src/gateway/indexer/indexer.ts'
import { createBlockReader } from '../../src/gateway/indexer/reader.ts'
import { createNodePool } from '../../src/gateway/nodes/pool.ts'
import { openDatabase } from '../../src/store/open.ts'
import type { Database } from '../../src/store/sql/database.ts'
import { migrate } from '../../src/store/sql/migrate.ts'
import { gatewayMigrations } from '../../src/store/sql/migrations/gateway.ts'
import { createIndexWriter } from '../../src/store/sql/repositories/index-writer.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { dump, emitter, type LocalChain, people, startChain } from './chain.ts'

const bin = findPostgres()
const startMs = 120_000
if (bin === undefined) console.warn('PostgreSQL is not installed: processes that share an index were left out.')
const network = 'eip155:31337'
const leaseMs = 60_000
const never = new AbortController().signal

describe.skipIf(bin === undefined)('processes', () => {
  let server: PostgresServer
  let chain: LocalChain
  let databases: readonly Database[] = []
  let now = 1_700_000_000_000

  beforeAll(async () => {
    ;[server, chain] = await Promise.all([startPostgres(bin ?? ''), startChain()])
  }, startMs)
  afterAll(async () => {
    await Promise.all(databases.map(({ db }) => db.destroy()))
    await Promise.all([server.stop(), chain.stop()])
  }, startMs)

  async function newDatabases(count: number): Promise<readonly Database[]> {
    const url = server.createDatabase()
    const made = Array.from({ length: count }, () => openDatabase({ url }))
    databases = [...databases, ...made]
    for (const { db, engine } of made) await migrate(db, engine, gatewayMigrations)
    return made
  }
  const indexerOf = (database: Database, holder: string) =>
    createIndexer({
      network,
      fromBlock: 0,
      reader: createBlockReader(network, createNodePool([chain.rpcUrl])),
      index: createIndexWriter(database),
      holder,
      now: () => now,
      leaseMs,
      patience: 0,
    })
  async function replay(): Promise<readonly string[]> {
    const [database] = await newDatabases(1)
    if (!database) throw new Error('No database')
    const indexer = indexerOf(database, 'replay')
    while ((await indexer.step(never)) === 'moved');
    return dump(database)
  }
  const fill = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await chain.run({ from: people[0], to: emitter, data: nftLog(people[0], people[1], BigInt(index)) })
  }

  test('index at once: one of them does the work', async () => {
    await fill(30)
    const shared = await newDatabases(4)
    const indexers = shared.map((database, index) => indexerOf(database, `process ${index}`))
    const moved = await Promise.all(
      indexers.map(async (indexer) => {
        let steps = 0
        for (;;) {
          const progress = await indexer.step(never)
          if (progress === 'moved') steps += 1
          else return steps
        }
      }),
    )
    expect(moved.filter((steps) => steps > 0)).toHaveLength(1)
    expect(await dump(shared[0] as Database)).toEqual(await replay()) // as: four were made
  })

  test('take over when a lease expires, and its holder then writes nothing', async () => {
    const [one, two] = await newDatabases(2)
    if (!one || !two) throw new Error('No databases')
    await fill(30)
    // Stalls in the middle of a step: it has read blocks, and writes them after the other process has.
    const writer = createIndexWriter(one)
    let goOn = () => {}
    const stands = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let isStanding = () => {}
    const standing = new Promise<void>((resolve) => {
      isStanding = resolve
    })
    const slow = createIndexer({
      network,
      fromBlock: 0,
      reader: createBlockReader(network, createNodePool([chain.rpcUrl])),
      index: {
        ...writer,
        append: async (...of) => {
          isStanding()
          await stands
          return writer.append(...of)
        },
      },
      holder: 'slow',
      now: () => now,
      leaseMs,
    })
    expect(await slow.step(never)).toBe('moved')
    const late = slow.step(never)
    await standing
    const next = indexerOf(two, 'next')
    expect(await next.step(never)).toBe('waiting')
    now += leaseMs
    while ((await next.step(never)) === 'moved');
    const rows = await dump(two)
    goOn()
    await late
    expect(await dump(two)).toEqual(rows)
    expect(rows).toEqual(await replay())
    expect(await slow.step(never)).toBe('waiting')
    await next.release()
    expect(await slow.step(never)).toBe('idle')
  })
})
