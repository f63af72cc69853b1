/**
 * The gateway in a process of its own, so that what it costs is not mixed with what asks it. The parent sends any message and gets its
 * usage. Ends with its parent.
 */
import { randomBytes } from 'node:crypto'
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { createLookup } from '@airlock/service/crypto/lookup.ts'
import { parseProjects } from '@airlock/service/frames/projects.ts'
import { createGatewayApp } from '@airlock/service/gateway/app.ts'
import { createBudget } from '@airlock/service/gateway/budget.ts'
import { createImageLinks } from '@airlock/service/gateway/images/link.ts'
import { createGatewayMetrics } from '@airlock/service/gateway/metrics.ts'
import { createNameAllowance } from '@airlock/service/gateway/names/allowance.ts'
import type { GatewayNetwork, Token } from '@airlock/service/gateway/networks/network.ts'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import { openGatewayStore } from '@airlock/service/store/gateway.ts'
import { getRequestListener } from '@hono/node-server'
import * as z from 'zod'
import { account, fillIndex, token } from './long-history.ts'

export const Plan = z.object({
  place: z.union([z.object({ file: z.string() }), z.object({ url: z.string() })]),
  /** Of the networks with tokens. */
  node: z.optional(z.object({ url: z.string(), multicall3: z.templateLiteral(['0x', z.string()]) })),
  tokens: z.array(z.object({ network: Caip2, count: z.number() })),
})
export type Plan = z.infer<typeof Plan>

export const Ready = z.object({ port: z.number(), image: z.string() })
/** Time of all its threads, in milliseconds; memory in kB, after a collection. */
export const Usage = z.object({ cpuMs: z.number(), heap: z.number(), resident: z.number() })

export const indexed = 'eip155:1'
const projectId = 'shop'
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="40" fill="teal"/></svg>')}`
const unlimited = { callsFromNetworkPerMinute: 1e8, callsOfProjectPerMinute: 1e8, namesFromNetworkPerDay: 1e6 }

async function run({ place, node, tokens }: Plan): Promise<void> {
  const store = await openGatewayStore(place)
  await fillIndex(store, indexed)
  await store.names.register({
    name: 'bench.reown.id',
    skeleton: 'bench',
    owner: account,
    coinTypes: [60],
    attributes: {},
    use: { hash: 'bench', expiresAt: Date.now() },
    now: Date.now(),
  })
  const lookup = createLookup(randomBytes(32))
  const common = { rpcUrls: node ? [node.url] : [], currency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
  const networks: GatewayNetwork[] = [
    {
      ...common,
      id: indexed,
      rpcUrls: [],
      multicall3: undefined,
      tokens: [listed(token)],
      history: { kind: 'index', fromBlock: 0 },
    },
    ...tokens.map(({ network, count }) => ({
      ...common,
      id: network,
      multicall3: node?.multicall3,
      tokens: Array.from({ length: count }, (_, index) => listed(tokenAddress(index))),
    })),
  ]
  const app = createGatewayApp({
    projects: parseProjects([{ projectId, hostOrigins: [], rpc: {}, pinnedHosts: [], development: false }]),
    modalOrigin: undefined,
    networks: new Map(networks.map((network) => [network.id, network])),
    lookup,
    registry: {
      zone: 'reown.id',
      reserved: [],
      resolver: undefined,
      names: store.names,
      countName: createNameAllowance(store.rates, lookup, unlimited),
    },
    index: store.index,
    tokenNames: store.tokenNames,
    spend: createBudget(store.rates, lookup, unlimited),
    log: () => {},
    metrics: createGatewayMetrics(() => new Map()),
    now: Date.now,
    addressOf: () => '127.0.0.1',
    stopping: new AbortController().signal,
  })
  const server = await listenOnLoopback(getRequestListener(app.fetch), 0)
  process.on('message', () => {
    globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    const { heapUsed, rss } = process.memoryUsage()
    process.send?.({ cpuMs: (user + system) / 1_000, heap: heapUsed / 1_000, resident: rss / 1_000 })
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ port: server.port, image: createImageLinks(lookup).link(picture) })
}

/** Where the parent puts tokens on its node. */
export const tokenAddress = (index: number): `0x${string}` => `0x70${(index + 1).toString(16).padStart(38, '0')}`
const listed = (address: string): Token => ({ address, name: 'Token', symbol: 'TKN', decimals: 6, iconUrl: undefined })

// Imported by the parent for its shapes alone.
if (process.send) await run(Plan.parse(JSON.parse(process.argv[2] ?? '')))
