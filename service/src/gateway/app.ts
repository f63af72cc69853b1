/** The gateway over HTTP: maps the contract's endpoints to nodes and sources (specification §7). */
import { gatewayEndpoints as endpoints, nodePath } from '@airlock/protocol/gateway/endpoints.ts'
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { IndexReader, TokenNames } from '../store/contract/chain-index.ts'
import { createBalances } from './balances/balances.ts'
import { createHistory } from './history/history.ts'
import { createHistorySources } from './history/sources.ts'
import { type HttpContext, type HttpEnv, requireProject } from './http/access.ts'
import { createGatewayServer, type GatewayServerOptions, readJson } from './http/serve.ts'
import type { ImageLink } from './images/link.ts'
import type { GatewayNetworks } from './networks/network.ts'
import { costOf, createNodeGateway } from './nodes/gateway.ts'
import { limits, Request } from './nodes/json-rpc.ts'
import { createNodePool, NodesDownError } from './nodes/pool.ts'
import { refusals } from './refusal.ts'
import { createTokenDirectories } from './tokens/directories.ts'

/** Calls of the budget. */
const balanceUnits = 10
const historyUnits = 10

export type GatewayAppOptions = GatewayServerOptions & {
  readonly networks: GatewayNetworks
  readonly index: IndexReader
  readonly tokenNames: TokenNames
}

const noPictures: ImageLink = () => ''

export function createGatewayApp(options: GatewayAppOptions): Hono<HttpEnv> {
  const { networks, index, tokenNames, spend, addressOf, now } = options
  const pools = new Map([...networks].map(([id, { rpcUrls }]) => [id, createNodePool(rpcUrls)]))
  const nodes = createNodeGateway(pools)
  const served = [...networks.values()]
  const directories = createTokenDirectories(served, tokenNames)
  const balances = createBalances(served, pools, { index, directories })
  const history = createHistory(createHistorySources(served, { pools, index, directories, link: noPictures }))
  const server = createGatewayServer(options)

  server.get(endpoints.supportedChains, {}, async () => ({ http: [...networks.keys()], ws: [] }))
  server.get(endpoints.balance, { units: balanceUnits }, ({ query, param, signal }) =>
    balances.read({ ...query, address: param('address'), signal }),
  )
  server.get(endpoints.history, { units: historyUnits }, ({ query, param, signal }) =>
    history.read({ ...query, address: param('address'), signal }),
  )
  for (const path of [nodePath, nodePath.replace(/\/$/, '')]) {
    server.raw('GET', path, () => Promise.reject(refusals.webSocketOnly()))
    server.raw('POST', path, async (c, signal) => {
      const projectId = requireProject(c, options)
      const chainId = c.req.query('chainId') ?? ''
      if (!isCaip2(chainId) || !networks.has(chainId)) throw refusals.unsupportedChain(chainId)
      const request = await readCalls(c)
      const calls = Array.isArray(request) ? request : [request]
      await spend({ projectId, address: addressOf(c) }, costOf(chainId, calls), now())
      const answers = await nodes.answer(chainId, calls, signal).catch((error: unknown) => {
        throw error instanceof NodesDownError ? refusals.nodesDown(chainId) : error
      })
      return { body: JSON.stringify(Array.isArray(request) ? answers : answers[0]), maxAge: 0 }
    })
  }
  return server.app
}

async function readCalls(c: HttpContext): Promise<z.output<typeof Request>> {
  const parsed = z.safeParse(Request, await readJson(c, limits.requestBytes))
  if (!parsed.success) throw refusals.badBody(`it is not JSON-RPC 2.0, or a batch of more than ${limits.batch}`)
  return parsed.data
}
