/** The demo account's history, read from the chain as the gateway reads it. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { History, type Transaction } from '@airlock/protocol/gateway/history.ts'
import { createLookup } from '@airlock/service/crypto/lookup.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import { createGateway, type Gateway } from '@airlock/service/gateway/role.ts'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { demoToken, startFaucet } from './faucet.ts'
import { openMarket } from './market.ts'
import { type EvmNode, startNode } from './node.ts'
import { fillPast, pastSeconds, veteran } from './past.ts'
import { callRpc } from './rpc.ts'
import { createGate } from './rpc-gate.ts'
import { createWorldSolana } from './solana.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-past-'))
const caip2 = 'eip155:31337'
const now = Math.floor(Date.now() / 1000)
let node: EvmNode
let gateway: Gateway
let server: Listening
let all: readonly Transaction[]
let tookMs: number

beforeAll(async () => {
  node = await startNode({ chainId: 31337, beginning: now - pastSeconds })
  const solana = await createWorldSolana(
    (host, nodeUrl) => createGate({ url: `http://${host}/`, nodeUrl, allowOrigins: new Set() }),
    false,
  )
  await startFaucet({ chains: [{ caip2, nodeUrl: node.rpcUrl }], solana, giveCollectibles: () => Promise.resolve() })
  await openMarket(node.rpcUrl)
  const started = performance.now()
  await fillPast(node.rpcUrl, now, 3)
  tookMs = performance.now() - started
  gateway = await createGateway(
    {
      projects: parseProjects([{ projectId: 'demo', hostOrigins: [], rpc: {}, pinnedHosts: [], development: true }]),
      modalOrigin: undefined,
      networks: new Map([
        [
          caip2,
          {
            id: caip2,
            rpcUrls: [node.rpcUrl],
            currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            multicall3: undefined,
            tokens: [{ ...demoToken, name: 'Test Token', iconUrl: undefined }],
            history: { kind: 'index', fromBlock: 0, pollMs: 20 },
          },
        ],
      ]),
      store: { place: { file: join(folder, 'gateway.db') }, lookup: createLookup(randomBytes(32)) },
      limits: {},
      proxies: 0,
    },
    { write: () => {} },
  )
  server = await listenOnLoopback(gateway.listener, 0)
  all = await vi.waitFor(
    async () => {
      const read = await readAll()
      expect(read.length).toBeGreaterThanOrEqual(60)
      return read
    },
    { timeout: 20_000, interval: 100 },
  )
}, 60_000)
afterAll(async () => {
  await server.close()
  await gateway.close()
  await node.stop()
  rmSync(folder, { recursive: true })
})

async function readAll(): Promise<readonly Transaction[]> {
  const found: Transaction[] = []
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ projectId: 'demo', ...(cursor && { cursor }) })
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/account/${veteran.address}/history?${query}`)
    const page = History.parse(await response.json())
    found.push(...page.data)
    cursor = page.next ?? undefined
    if (cursor === undefined) return found
  }
}
const short = ({ metadata, transfers }: Transaction) =>
  [
    `${metadata.operationType}${metadata.status === 'failed' ? ' (failed)' : ''}:`,
    ...(transfers ?? []).map(
      ({ direction, quantity, fungible_info, nft_info }) =>
        `${direction} ${quantity.numeric} ${fungible_info?.symbol ?? nft_info?.name ?? ''}${nft_info?.flags.is_spam ? ' (spam)' : ''}`,
    ),
  ].join(' ')

test('is three years long, and ends now', async () => {
  const years = new Set(all.map(({ metadata }) => metadata.minedAt.slice(0, 4)))
  expect(years.size).toBeGreaterThanOrEqual(3)
  const times = all.map(({ metadata }) => Date.parse(metadata.minedAt))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  await callRpc(node.rpcUrl, 'evm_mine')
  const Block = z.object({ timestamp: z.string() })
  const { timestamp } = Block.parse(await callRpc(node.rpcUrl, 'eth_getBlockByNumber', ['latest', false]))
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
})

test('has every kind of entry', () => {
  const first = all.map(short).toReversed()
  expect(first).toEqual(
    expect.arrayContaining([
      'receive: in 900 TST',
      'receive: in 2 ETH',
      'send: out 0.125 ETH',
      'trade: out 0.25 ETH in 737.5 USD',
      'mint: out 0.02 ETH in 1 Harbour Cats #1',
      'send: out 12.25 TST',
      'send (failed): out 9000000 TST',
      'approve: self 3 UNI-V2',
      'mint: in 4 Regatta Tickets #3',
      'receive: in 1 Airdrop: claim at free-nft.example #1 (spam)',
      'send: out 1 Regatta Tickets #3',
      'deploy:',
      'burn: out 1 Harbour Cats #11',
      'send: self 0.001 ETH',
      'execute:',
      'send: out 100 USD',
    ]),
  )
  const text = first.join()
  for (const hidden of ['CLAIM', '10000 TST', 'out 0 TST']) expect(text).not.toContain(hidden)
})

test('is created quickly', () => {
  expect(tookMs).toBeLessThan(10_000)
})
