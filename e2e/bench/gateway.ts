/**
 * What the gateway costs, on both databases: requests per second of one core, by the time that its process computed; memory while a
 * long history is read; and the first answer for many tokens. A database server computes elsewhere and is not counted.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { History } from '@airlock/protocol/gateway/history.ts'
import { Balances } from '@airlock/protocol/gateway/shapes.ts'
import { createPublicClient, http } from 'viem'
import * as z from 'zod'
import { findPostgres, startPostgres } from '../../service/test/support/postgres.ts'
import { multicall3Code } from '../world/contracts.ts'
import { giver } from '../world/faucet.ts'
import type { World } from '../world/world.ts'
import { type Figure, percentile } from './figure.ts'
import { indexed, type Plan, Ready, tokenAddress, Usage } from './gateway-process.ts'
import { account } from './long-history.ts'
import type { Session } from './session.ts'

const rounds = 8
const perRound = 250
const atOnce = 8
const pagesRead = 100
const tokenRounds = 30
const few = { network: 'eip155:31337', count: 10 } as const
const many = { network: 'eip155:31338', count: 1_000 } as const

type Gateway = {
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<Response>
  readonly image: string
  readonly usage: () => Promise<z.infer<typeof Usage>>
}

export async function measureGateway({ world }: Session): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-gateway-bench-'))
  const node = { url: world.chains[0].nodeUrl, multicall3: await deployTokens(world) }
  const tokens = [few, many]
  try {
    const onSqlite = await withGateway(
      { place: { file: join(folder, 'gateway.db') }, node, tokens },
      async (gateway) => [
        ...(await measureRates(gateway, 'SQLite')),
        ...(await measureMemory(gateway)),
        await measureTokens(gateway),
      ],
    )
    return [...onSqlite, ...(await measureOnPostgres())]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureOnPostgres(): Promise<Figure[]> {
  const bin = findPostgres()
  if (bin === undefined) {
    console.warn('PostgreSQL is not installed: its figures are missing.')
    return []
  }
  const server = await startPostgres(bin)
  try {
    const place = { url: server.createDatabase() }
    return await withGateway({ place, tokens: [] }, (gateway) => measureRates(gateway, 'PostgreSQL'))
  } finally {
    await server.stop()
  }
}

/** Against an answer that needs no database, in turn with it. */
async function measureRates(gateway: Gateway, engine: string): Promise<Figure[]> {
  const routes = {
    'networks, without a database': () => gateway.get('/v1/supported-chains'),
    'first page of a history of 10,000': () => gateway.get(`/v1/account/${account}/history`, { chainId: indexed }),
    'names of an address': () => gateway.get(`/v1/profile/reverse/${account}`, { apiVersion: '2' }),
    'a picture that is drawn already': () => gateway.get(gateway.image),
  } as const
  const spent = new Map<string, number>()
  for (const ask of Object.values(routes)) await askOften(ask)
  for (let round = 0; round < rounds; round += 1)
    for (const [name, ask] of Object.entries(routes)) {
      const before = await gateway.usage()
      await askOften(ask)
      const after = await gateway.usage()
      spent.set(name, (spent.get(name) ?? 0) + after.cpuMs - before.cpuMs)
    }
  const rates = [...spent].map(([name, ms]) => ({ name, rate: (1_000 * rounds * perRound) / ms }))
  const floor = rates[0]?.rate ?? Number.NaN
  return rates.slice(1).map(({ name, rate }) => ({
    group: 'gateway',
    name: `${name}, on ${engine}, for one core`,
    unit: 'requests/s',
    ours: rate,
    floor,
    rounds: rounds * perRound,
  }))
}

async function askOften(ask: () => Promise<Response>): Promise<void> {
  let left = perRound
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const response = await ask()
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`The gateway answered ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** After as many pages again, which fill caches and compile code. */
async function measureMemory(gateway: Gateway): Promise<Figure[]> {
  await readPages(gateway)
  const before = await gateway.usage()
  await readPages(gateway)
  const after = await gateway.usage()
  const common = { group: 'gateway', unit: 'kB', rounds: pagesRead } as const
  return [
    { ...common, name: `heap after ${pagesRead} more pages`, ours: after.heap, floor: before.heap, bar: 1.05 },
    { ...common, name: `resident memory after ${pagesRead} more pages`, ours: after.resident, floor: before.resident },
  ]
}

async function readPages(gateway: Gateway): Promise<void> {
  let cursor: string | undefined
  for (let page = 0; page < pagesRead; page += 1) {
    const answer = await gateway.get(`/v1/account/${account}/history`, { chainId: indexed, ...(cursor && { cursor }) })
    const { data, next } = History.parse(await answer.json())
    if (data.length === 0 || !next) throw new Error(`The history ends on page ${page + 1}`)
    cursor = next
  }
}

/** Each time for another account, because the answer is kept for a while. */
async function measureTokens(gateway: Gateway): Promise<Figure> {
  const times = { [few.network]: [] as number[], [many.network]: [] as number[] }
  for (let round = 0; round <= tokenRounds; round += 1)
    for (const { network, count } of [few, many]) {
      const who = `0xac${(round + 1).toString(16).padStart(38, '0')}`
      const started = performance.now()
      const answer = await gateway.get(`/v1/account/${who}/balance`, { chainId: network, currency: 'usd' })
      const { balances } = Balances.parse(await answer.json())
      if (balances.length !== count + 1) throw new Error(`There are ${balances.length} balances`)
      // The first one opens connections and compiles.
      if (round > 0) times[network].push(performance.now() - started)
    }
  const [ours, floor] = [many, few].map(({ network }) => percentile(times[network], 0.5))
  if (ours === undefined || floor === undefined) throw new Error('Nothing was measured')
  const name = `first balance with ${many.count.toLocaleString('en')} tokens, against ${few.count}`
  return { group: 'gateway', name, unit: 'ms', ours, floor, rounds: tokenRounds }
}

/** Contracts that say of everybody that they have 42 units. @returns the address of Multicall3 */
async function deployTokens(world: World): Promise<`0x${string}`> {
  const [chain] = world.chains
  const returns42 = '0x602a60005260206000f3'
  for (let index = 0; index < many.count; index += 1)
    await world.rpc(chain, 'anvil_setCode', [tokenAddress(index), returns42])
  const hash = await world.rpc(chain, 'eth_sendTransaction', [{ from: giver, data: await multicall3Code() }])
  const client = createPublicClient({ transport: http(chain.nodeUrl), pollingInterval: 50 })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: Hash.parse(hash) })
  if (!contractAddress) throw new Error('Multicall3 could not be deployed')
  return contractAddress
}

const Hash = z.templateLiteral(['0x', z.string()])

async function withGateway<T>(plan: Plan, run: (gateway: Gateway) => Promise<T>): Promise<T> {
  const child = fork(join(import.meta.dirname, 'gateway-process.ts'), [JSON.stringify(plan)], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  try {
    const { port, image } = Ready.parse(await said(child))
    return await run({
      image,
      get: (path, query = {}) =>
        fetch(
          `http://127.0.0.1:${port}${path}?${new URLSearchParams(path.startsWith('/v1/image/') ? query : { projectId: 'shop', ...query })}`,
        ),
      async usage() {
        const answer = said(child)
        child.send('usage')
        return Usage.parse(await answer)
      },
    })
  } finally {
    child.kill()
    await (child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined)
  }
}

/** The next message. @throws {Error} when the process ends before it */
async function said(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const { signal } = ended
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]: unknown[]) => message),
      once(child, 'exit', { signal }).then(([code]: unknown[]) => {
        throw new Error(`The gateway's process ended: ${String(code)}`)
      }),
    ])
  } finally {
    ended.abort()
  }
}
