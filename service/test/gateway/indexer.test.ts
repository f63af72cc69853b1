/** The index against a real chain: whatever happens to chain and process, the result equals one read from the beginning. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { batchLog, manyLog, nftLog, transferLog } from '../../../e2e/world/emitter.ts'
import { isGate } from '../../../scripts/testing/gate-size.ts'
import { createIndexer, type Indexer, type Progress } from '../../src/gateway/indexer/indexer.ts'
import { createBlockReader } from '../../src/gateway/indexer/reader.ts'
import { readTransfers } from '../../src/gateway/indexer/transfers.ts'
import { createNodePool } from '../../src/gateway/nodes/pool.ts'
import { openDatabase } from '../../src/store/open.ts'
import type { Database } from '../../src/store/sql/database.ts'
import { migrate } from '../../src/store/sql/migrate.ts'
import { gatewayMigrations } from '../../src/store/sql/migrations/gateway.ts'
import { createIndexReader } from '../../src/store/sql/repositories/index-reader.ts'
import { createIndexWriter } from '../../src/store/sql/repositories/index-writer.ts'
import { dump, emitter, indexTables, type LocalChain, people, startChain, token } from './chain.ts'

/** Takes seconds: runs in the full tier. */
const whenFull = test.skipIf(isGate)

const folder = mkdtempSync(join(tmpdir(), 'airlock-indexer-'))
const network = 'eip155:31337'
const never = new AbortController().signal
const zeroAddress: Hex = `0x${'0'.repeat(40)}`
let chain: LocalChain
const opened: Database[] = []

beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => {
  await Promise.all(opened.map(({ db }) => db.destroy()))
  await chain.stop()
  rmSync(folder, { recursive: true })
})

async function newDatabase(): Promise<Database> {
  const database = openDatabase({ file: join(folder, `${opened.length}.db`) })
  opened.push(database)
  await migrate(database.db, database.engine, gatewayMigrations)
  return database
}

function indexerOf(database: Database, over: Partial<Parameters<typeof createIndexer>[0]> = {}): Indexer {
  return createIndexer({
    network,
    fromBlock: 0,
    reader: createBlockReader(network, createNodePool([chain.rpcUrl])),
    index: createIndexWriter(database),
    holder: 'one',
    now: Date.now,
    patience: 0,
    maxRows: 8,
    ...over,
  })
}

async function catchUp(indexer: Indexer): Promise<Progress> {
  for (;;) {
    const progress = await indexer.step(never)
    if (progress !== 'moved') return progress
  }
}

/** The index of the current chain, read from the beginning. */
async function replay(over: Partial<Parameters<typeof createIndexer>[0]> = {}): Promise<readonly string[]> {
  const database = await newDatabase()
  await catchUp(indexerOf(database, over))
  return dump(database)
}

const transferOf = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

describe('a random walk', () => {
  const person = fc.constantFrom(...people)
  const owner = fc.constantFrom(...people, zeroAddress)
  const id = fc.constantFrom(1n, 2n, 3n)
  const amount = fc.bigInt(0n, 9n)
  const logs = fc.oneof(
    fc.tuple(owner, owner, amount).map((of) => transferLog(...of)),
    fc.tuple(owner, owner, id).map((of) => nftLog(...of)),
    fc.tuple(owner, owner, id, amount).map((of) => manyLog(...of)),
    fc
      .tuple(owner, owner, fc.array(fc.tuple(id, amount), { maxLength: 3 }))
      .map(([from, to, items]) => batchLog(from, to, items)),
  )
  const sent = fc.oneof(
    fc.record({ from: person, to: person, value: amount }),
    fc.record({ from: person, to: fc.constant(emitter), data: logs }),
    // More than most accounts have, so some fail.
    fc.record({
      from: person,
      to: fc.constant(token),
      data: fc.tuple(person, fc.constantFrom(1n, 400_000n)).map((of) => transferOf(...of)),
    }),
  )
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('block' as const), transactions: fc.array(sent, { maxLength: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), depth: fc.integer({ min: 1, max: 6 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('index' as const), steps: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  )

  test('blocks, transfers, reorganisations and restarts in any order end as a replay does', async () => {
    const start = await chain.rpc('evm_snapshot')
    let base = start
    await chain.rpc('evm_setAutomine', [false])
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 16 }), async (steps) => {
        await chain.rpc('evm_revert', [base])
        base = await chain.rpc('evm_snapshot')
        const database = await newDatabase()
        let indexer = indexerOf(database)
        /** A snapshot before each block. */
        const snapshots: unknown[] = []
        for (const one of steps)
          if (one.kind === 'block') {
            snapshots.push(await chain.rpc('evm_snapshot'))
            for (const transaction of one.transactions) await chain.send(transaction)
            await chain.mine()
          } else if (one.kind === 'fork') {
            const to = snapshots.splice(Math.max(0, snapshots.length - one.depth))[0]
            if (to !== undefined) await chain.rpc('evm_revert', [to])
          } else if (one.kind === 'index') for (let n = 0; n < one.steps; n += 1) await indexer.step(never)
          else indexer = indexerOf(database)
        await catchUp(indexer)
        expect(await dump(database)).toEqual(await replay())
      }),
      { numRuns: 25 },
    )
    await chain.rpc('evm_revert', [base])
    await chain.rpc('evm_setAutomine', [true])
  }, 120_000)
})

describe('a process that ends', () => {
  /** Counts down with every statement, then throws before it. */
  function breakable(database: Database, after: number): Database {
    let left = after
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        left -= 1
        if (left < 0) throw new Error('The process ended here')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    return {
      ...database,
      db: database.db.withPlugin(plugin),
      transaction: (work) => database.transaction((tx) => work(tx.withPlugin(plugin))),
    }
  }

  whenFull(
    'between any two writes loses and doubles nothing, while it adds blocks and while it undoes them',
    async () => {
      const before = await chain.rpc('evm_snapshot')
      await chain.mine()
      const fork = await chain.rpc('evm_snapshot')
      const fill = async (from: Hex, to: Hex) => {
        await chain.run({ from: people[0], to: emitter, data: nftLog(from, to, 7n) })
        await chain.run({ from: people[0], to: emitter, data: manyLog(from, to, 8n, 5n) })
        await chain.run({ from: people[0], to: token, data: transferOf(people[1], 3n) })
      }
      await fill(zeroAddress, people[0])
      await fill(people[0], people[1])
      const half = await newDatabase()
      await catchUp(indexerOf(half))
      const first = await dump(half)
      await chain.rpc('evm_revert', [fork])
      await fill(zeroAddress, people[2])
      await chain.mine(3)
      const second = await replay()
      expect(second).not.toEqual(first)

      let ended = 0
      for (let statements = 0; ; statements += 1) {
        const database = await newDatabase()
        // As far as the reverted fork.
        await copy(half, database)
        const index = createIndexWriter(breakable(database, statements))
        const isWhole = await catchUp(indexerOf(database, { index })).then(
          () => true,
          () => false,
        )
        if (!isWhole) ended += 1
        await catchUp(indexerOf(database, { holder: 'one' }))
        expect(await dump(database), `ended before statement ${statements}`).toEqual(second)
        if (isWhole) break
      }
      expect(ended).toBeGreaterThan(20)
      await chain.rpc('evm_revert', [before])
    },
    120_000,
  )

  async function copy(from: Database, to: Database): Promise<void> {
    for (const table of ['chainHead', ...indexTables] as const) {
      const rows = await from.db.selectFrom(table).selectAll().execute()
      // as: rows of a table fit into the same table
      for (const row of rows)
        await to.db
          .insertInto(table)
          .values(row as never)
          .execute()
    }
  }
})

describe('the chain', () => {
  whenFull('is followed back over hundreds of blocks', async () => {
    const start = await chain.rpc('evm_snapshot')
    await chain.mine(700)
    const database = await newDatabase()
    const indexer = indexerOf(database)
    await catchUp(indexer)
    await chain.rpc('evm_revert', [start])
    const again = await chain.rpc('evm_snapshot')
    await chain.run({ from: people[0], to: people[1], value: 1n })
    await chain.mine(702)
    await catchUp(indexer)
    expect(await dump(database)).toEqual(await replay())
    await chain.rpc('evm_revert', [again])
  })

  test('has another history: the index follows it back to its start', async () => {
    const start = await chain.rpc('evm_snapshot')
    await chain.mine(3)
    const database = await newDatabase()
    const fromBlock = await chain.height()
    const indexer = indexerOf(database, { fromBlock: undefined })
    await catchUp(indexer)
    expect(await createIndexReader(database).range(network)).toMatchObject({ fromBlock, tip: { height: fromBlock } })
    await chain.rpc('evm_revert', [start])
    await chain.run({ from: people[0], to: people[1], value: 2n })
    await chain.mine(5)
    await catchUp(indexer)
    expect(await dump(database)).toEqual(await replay({ fromBlock }))
  })

  test('is read from an earlier block once that is configured', async () => {
    const database = await newDatabase()
    await chain.mine(4)
    await catchUp(indexerOf(database, { fromBlock: undefined }))
    await catchUp(indexerOf(database, { fromBlock: 1 }))
    expect(await dump(database)).toEqual(await replay({ fromBlock: 1 }))
    expect(await createIndexReader(database).range(network)).toMatchObject({ fromBlock: 1 })
  })

  test('has a lower head for a moment: the rows stay, because a node may lag', async () => {
    const database = await newDatabase()
    const indexer = indexerOf(database, { patience: 2 })
    const start = await chain.rpc('evm_snapshot')
    await chain.mine(2)
    await catchUp(indexer)
    const rows = await dump(database)
    await chain.rpc('evm_revert', [start])
    expect([await indexer.step(never), await indexer.step(never)]).toEqual(['idle', 'idle'])
    expect(await dump(database)).toEqual(rows)
    expect(await indexer.step(never)).toBe('moved')
    expect(await dump(database)).toEqual(await replay())
  })
})

describe('a node', () => {
  type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
  type Answer = { readonly id: number; readonly result?: unknown; readonly error?: unknown }

  /** Forwards calls to the chain, and passes its answers through `alter`. */
  async function inFront(alter: (call: Call, answer: Answer, calls: readonly Call[]) => Answer) {
    const asked: Call[][] = []
    const server = await listenOnLoopback(async (request, response) => {
      const body = await text(request)
      const calls = [JSON.parse(body)].flat() as Call[] // as: our own calls
      asked.push(calls)
      const real = await fetch(chain.rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
      const answers = [await real.json()].flat() as Answer[] // as: the node's answers
      const altered = answers.map((answer, index) => alter(calls[index] as Call, answer, calls)) // as: one answer each
      response.end(JSON.stringify(body.startsWith('[') ? altered : altered[0]))
    }, 0)
    const url = `http://127.0.0.1:${server.port}`
    return { asked, reader: createBlockReader(network, createNodePool([url])), stop: () => server.close() }
  }
  const refused = (id: number, code: number, message: string): Answer => ({ id, error: { code, message } })

  test('answers few calls at once: it is asked for fewer', async () => {
    await chain.mine(40)
    const node = await inFront((call, answer, calls) =>
      calls.length > 6 ? refused(call.id, -32005, 'query returned more than 10000 results') : answer,
    )
    const database = await newDatabase()
    const fromBlock = (await chain.height()) - 40
    await catchUp(indexerOf(database, { reader: node.reader, fromBlock }))
    expect(await dump(database)).toEqual(await replay({ fromBlock }))
    expect(Math.max(...node.asked.map((calls) => calls.length))).toBeGreaterThan(6)
    await node.stop()
  })

  test('has no receipts of whole blocks: it is asked for them one by one', async () => {
    const node = await inFront((call, answer) =>
      call.method === 'eth_getBlockReceipts' ? refused(call.id, -32601, 'Method not found') : answer,
    )
    const database = await newDatabase()
    await catchUp(indexerOf(database, { reader: node.reader }))
    expect(await dump(database)).toEqual(await replay())
    expect(node.asked.flat().filter(({ method }) => method === 'eth_getBlockReceipts').length).toBeLessThan(20)
    await node.stop()
  })

  test('is of another network: nothing is added [C113]', async () => {
    const node = await inFront((call, answer) =>
      call.method === 'eth_chainId' ? { id: call.id, result: '0x1' } : answer,
    )
    const database = await newDatabase()
    await expect(catchUp(indexerOf(database, { reader: node.reader }))).rejects.toThrow('another network')
    expect(await dump(database)).toEqual([])
    await node.stop()
  })

  test.each<[string, (call: Call, answer: Answer) => Answer]>([
    [
      'receipts of another block',
      (call, answer) => {
        if (call.method !== 'eth_getBlockReceipts') return answer
        const receipts = answer.result as readonly object[] // as: the node's receipts
        return {
          ...answer,
          result: receipts.map((one) => ({ ...one, status: '0x0', blockHash: `0x${'1'.repeat(64)}` })),
        }
      },
    ],
    ['no receipts', (call, answer) => (call.method === 'eth_getBlockReceipts' ? { ...answer, result: [] } : answer)],
    [
      'a block of another height',
      (call, answer) => {
        if (call.method !== 'eth_getBlockByNumber' || call.params[1] !== true) return answer
        return { ...answer, result: { ...(answer.result as object), number: '0xffff' } } // as: the node's block
      },
    ],
    [
      'a time beyond all dates',
      (call, answer) => {
        if (call.method !== 'eth_getBlockByNumber' || call.params[1] !== true) return answer
        return { ...answer, result: { ...(answer.result as object), timestamp: '0xffffffffffff' } } // as: the node's block
      },
    ],
  ])('sends %s: the index stops before it, and no row is wrong [C113]', async (_what, alter) => {
    const node = await inFront(alter)
    const database = await newDatabase()
    await chain.run({ from: people[0], to: people[1], value: 3n })
    await catchUp(indexerOf(database, { reader: node.reader })).catch(() => {})
    const rows = new Set(await replay())
    for (const row of await dump(database)) expect(rows).toContain(row)
    await node.stop()
  })

  test('sends malformed logs: only those logs are lost [C109]', async () => {
    const start = await chain.rpc('evm_snapshot')
    await chain.run({ from: people[0], to: emitter, data: transferLog(people[1], people[2], 5n) })
    const height = await chain.height()
    const word = (value: number | string) => String(value).padStart(64, '0')
    const [transfer, single, batch] = [
      transferLog(people[0], people[1], 1n),
      manyLog(people[0], people[1], 1n, 1n),
      batchLog(people[0], people[1], []),
    ].map((input) => `0x${input.slice(66, 130)}`)
    const [from, to, dirty] = [`0x${word(people[0].slice(2))}`, `0x${word(people[1].slice(2))}`, `0x${'f'.repeat(64)}`]
    const wrong = [
      null,
      'log',
      {},
      { address: emitter, topics: [], data: '0x' },
      { address: emitter, topics: [transfer], data: '0x' },
      { address: emitter, topics: [transfer, from, to], data: '0x' },
      { address: emitter, topics: [transfer, from, to], data: `0x${word(1)}${word(1)}` },
      { address: emitter, topics: [transfer, from, to], data: '0x1' },
      { address: emitter, topics: [transfer, dirty, to], data: `0x${word(1)}` },
      { address: emitter, topics: [transfer, from, to, dirty, dirty], data: '0x' },
      { address: emitter, topics: [transfer, from, to, dirty], data: `0x${word(1)}` },
      { address: emitter, topics: [single, from, from, to], data: `0x${word(1)}` },
      { address: emitter, topics: [batch, from, from, to], data: `0x${'f'.repeat(128)}` },
      // Lists longer than the data, of different lengths, and at invalid offsets.
      { address: emitter, topics: [batch, from, from, to], data: `0x${word(40)}${word(40)}${'f'.repeat(64)}` },
      {
        address: emitter,
        topics: [batch, from, from, to],
        data: `0x${word(40)}${word(60)}${word(0)}${word(1)}${word(1)}`,
      },
      { address: emitter, topics: [batch, from, from, to], data: `0x${word(21)}${word(21)}${word(0)}` },
      { address: emitter, topics: [batch, from, from, to], data: `0x${word(40)}${word(40)}${word(2)}${word(1)}` },
      { address: '0x', topics: [transfer, from, to], data: `0x${word(1)}` },
      { address: emitter, topics: [transfer, from, to], data: 7 },
    ]
    // As long as the block's gas limit allows.
    const long = { address: emitter, topics: [transfer, from, to], data: `0x${'ab'.repeat(8_000_000)}` }
    expect(readTransfers(long)).toEqual([])
    const node = await inFront((call, answer) => {
      if (call.method !== 'eth_getBlockReceipts' || Number(call.params[0]) !== height) return answer
      const [receipt] = answer.result as readonly [{ readonly logs: readonly object[] }] // as: the node's receipt
      // The real one twice, the second with an index that was already written.
      return { ...answer, result: [{ ...receipt, logs: [...wrong, ...receipt.logs, ...receipt.logs, ...wrong] }] }
    })
    const database = await newDatabase()
    await catchUp(indexerOf(database, { reader: node.reader }))
    const legsOf = async (account: string) => {
      const query = { network, account, before: undefined, limit: 1 } as const
      const [row] = await createIndexReader(database).transactions(query)
      expect(row?.height).toBe(height)
      return row?.legs.map(({ direction, amount }) => `${direction} ${amount}`)
    }
    expect(await legsOf(people[2])).toEqual(['in 5', 'in 5'])
    expect(await legsOf(people[1])).toEqual(['out 5', 'out 5'])
    expect(await legsOf(people[0])).toEqual([])
    await node.stop()
    await chain.rpc('evm_revert', [start])
  })
})

test('zero-amount transfers by others are not listed for the accounts they name [C110]', async () => {
  const start = await chain.rpc('evm_snapshot')
  const [attacker, victim, imitation] = people
  await chain.run({ from: attacker, to: emitter, data: transferLog(victim, imitation, 0n) })
  await chain.run({ from: attacker, to: victim, value: 0n })
  const database = await newDatabase()
  await catchUp(indexerOf(database, { fromBlock: (await chain.height()) - 1 }))
  const read = (account: string) =>
    createIndexReader(database).transactions({ network, account, before: undefined, limit: 9 })
  expect(await read(victim)).toEqual([])
  expect(await read(imitation)).toEqual([])
  expect(await read(attacker)).toHaveLength(2)
  await chain.rpc('evm_revert', [start])
})
