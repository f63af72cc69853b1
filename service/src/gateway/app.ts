/** The gateway over HTTP: maps the contract's endpoints to nodes and sources (specification §7). */
import { gatewayEndpoints as endpoints, nodePath } from '@airlock/protocol/gateway/endpoints.ts'
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Lookup } from '../crypto/lookup.ts'
import type { IndexReader, TokenNames } from '../store/contract/chain-index.ts'
import type { Names } from '../store/contract/names.ts'
import { createBalances } from './balances/balances.ts'
import { createConvert } from './convert/convert.ts'
import { createMarket } from './convert/market.ts'
import { serveConvert } from './convert/routes.ts'
import type { SwapSettings } from './convert/settings.ts'
import { createViewer } from './eip155/view.ts'
import { createHistory } from './history/history.ts'
import { createHistorySources } from './history/sources.ts'
import { type HttpContext, type HttpEnv, requireProject } from './http/access.ts'
import { createGatewayServer, type GatewayServerOptions, readJson } from './http/serve.ts'
import { createEns } from './identity/ens.ts'
import { serveIdentity } from './identity/routes.ts'
import type { EnsSettings } from './identity/settings.ts'
import { createImageLinks } from './images/link.ts'
import { findMark } from './images/mark.ts'
import { createPictures } from './images/pictures.ts'
import { serveImages } from './images/route.ts'
import type { CountName } from './names/allowance.ts'
import { createAllowed } from './names/allowed.ts'
import { serveOffChain } from './names/off-chain.ts'
import { serveNames } from './names/routes.ts'
import type { NameSettings } from './names/settings.ts'
import type { GatewayNetwork, GatewayNetworks } from './networks/network.ts'
import { createContractReader } from './nfts/eip155/contracts.ts'
import { type AskChain, createNftReader } from './nfts/metadata.ts'
import { createNfts } from './nfts/nfts.ts'
import { createIndexedNfts } from './nfts/ownership.ts'
import { findPicture } from './nfts/picture.ts'
import { createMintReader } from './nfts/solana/mints.ts'
import { createSolanaNfts } from './nfts/solana/ownership.ts'
import type { NftSource } from './nfts/source.ts'
import { costOf, createNodeGateway } from './nodes/gateway.ts'
import { limits, Request } from './nodes/json-rpc.ts'
import { createNodePool, type NodePool, NodesDownError } from './nodes/pool.ts'
import { createOnramp } from './onramp/onramp.ts'
import { readPurchases } from './onramp/purchases.ts'
import { serveOnramp } from './onramp/routes.ts'
import { type OnrampSettings, providersOf } from './onramp/settings.ts'
import { createGuardedFetch } from './outbound/guarded-fetch.ts'
import type { Places } from './outbound/target.ts'
import { createFungibles } from './prices/fungibles.ts'
import { createPrices } from './prices/prices.ts'
import { servePrices } from './prices/route.ts'
import { refusals } from './refusal.ts'
import { createTokenDirectories } from './tokens/directories.ts'

/** Units charged to the caller's budget. */
const balanceUnits = 10
const nftsUnits = 20
const historyUnits = 10

type Pools = ReadonlyMap<Caip2, NodePool>

export type GatewayAppOptions = GatewayServerOptions & {
  readonly networks: GatewayNetworks
  readonly index: IndexReader
  readonly tokenNames: TokenNames
  /** NFT ownership by network. Default: our index, and Solana's nodes. */
  readonly nftSources?: readonly NftSource[] | undefined
  /** Keys the hashes of callers, and signs picture addresses. */
  readonly lookup: Lookup
  /** Absent: no registry. */
  readonly registry?: (NameSettings & { readonly names: Names; readonly countName: CountName }) | undefined
  /** Absent: identities come only from the registry. */
  readonly ens?: EnsSettings | undefined
  /** Sources of pictures and metadata besides the public Internet. */
  readonly content?: Places | undefined
  /** Purchase providers. Absent: none. */
  readonly onramp?: OnrampSettings | undefined
  readonly swap?: SwapSettings | undefined
}

export function createGatewayApp(options: GatewayAppOptions): Hono<HttpEnv> {
  const { networks, index, tokenNames, lookup, content = {}, addressOf, now } = options
  const pools = new Map([...networks].map(([id, { rpcUrls }]) => [id, createNodePool(rpcUrls)]))
  const nodes = createNodeGateway(pools)
  const served = [...networks.values()]
  const links = createImageLinks(lookup)
  const fetchContent = createGuardedFetch(content)
  const nftReader = createNftReader(chainsOf(served, pools), fetchContent)
  const nfts = createNfts({
    sources: options.nftSources ?? nftSourcesOf(served, { index, pools }),
    reader: nftReader,
    link: links.link,
    places: content,
  })
  const findNft = findPicture(nftReader)
  const pictures = createPictures(
    fetchContent,
    async (source) => findMark(source) ?? findNft(source),
    (source) => findMark(source) !== undefined,
  )
  const directories = createTokenDirectories(served, tokenNames)
  const prices = createPrices(served, pools)
  const balances = createBalances(served, pools, { index, directories, link: links.link, prices })
  const history = createHistory(createHistorySources(served, { pools, index, directories, link: links.link }))
  const server = createGatewayServer(options)

  server.get(endpoints.supportedChains, {}, async () => ({ http: [...networks.keys()], ws: [] }))
  server.get(endpoints.balance, { units: balanceUnits }, ({ query, param, signal }) =>
    balances.read({ ...query, address: param('address'), signal }),
  )
  server.get(endpoints.nfts, { units: nftsUnits }, ({ query, param, signal }) =>
    nfts.read({ ...query, address: param('address'), signal }),
  )
  if (options.registry) {
    const { names, zone, oldZones = [], reserved, resolver, countName } = options.registry
    const isAllowed = createAllowed(reserved)
    serveNames(server, { names, zone, oldZones, isAllowed, pools, lookup, now, countName }, options)
    if (resolver) serveOffChain(server, { names, zone, resolver }, now)
  }
  if (options.registry || options.ens) {
    const ens = options.ens && createEns({ ...options.ens, pools, fetch: fetchContent })
    serveIdentity(server, { ens, names: options.registry?.names, link: links.link, now })
  }
  servePrices(server, createFungibles(served, { prices, directories, link: links.link }))
  serveImages(server, { links, pictures }, options)
  const providers = providersOf(options.onramp ?? {}, now)
  const onramp = providers.length > 0 ? createOnramp(providers) : undefined
  if (onramp) serveOnramp(server, onramp, addressOf)
  server.get(endpoints.history, { units: historyUnits }, ({ query, param, signal }) => {
    const address = param('address')
    return onramp && query.onramp !== undefined
      ? readPurchases(onramp, { ...query, onramp: query.onramp, address, signal })
      : history.read({ ...query, address, signal })
  })
  const markets = served.flatMap((network) => createMarket(network, options.swap ?? {}) ?? [])
  const byNetwork = new Map(markets.map((market) => [market.network.id, market]))
  serveConvert(server, createConvert(byNetwork, { link: links.link, now }))
  for (const path of [nodePath, nodePath.replace(/\/$/, '')]) {
    server.raw('GET', path, () => Promise.reject(refusals.webSocketOnly()))
    server.raw('POST', path, async (c, signal) => {
      requireProject(c, options)
      const chainId = c.req.query('chainId') ?? ''
      if (!isCaip2(chainId) || !networks.has(chainId)) throw refusals.unsupportedChain(chainId)
      const request = await readCalls(c)
      const calls = Array.isArray(request) ? request : [request]
      await server.charge(c, costOf(chainId, calls))
      const answers = await nodes.answer(chainId, calls, signal).catch((error: unknown) => {
        throw error instanceof NodesDownError ? refusals.nodesDown(chainId) : error
      })
      return { body: JSON.stringify(Array.isArray(request) ? answers : answers[0]), maxAge: 0 }
    })
  }
  return server.app
}

const nftSourcesOf = (
  networks: readonly GatewayNetwork[],
  { index, pools }: { readonly index: IndexReader; readonly pools: Pools },
): readonly NftSource[] =>
  networks.flatMap((network) => {
    const pool = pools.get(network.id)
    if (network.history?.kind === 'index') return [createIndexedNfts(network, index)]
    return pool && namespaceOf(network.id) === 'solana' ? [createSolanaNfts(network, pool)] : []
  })

/** How NFT metadata is read, by network. */
const chainsOf = (networks: readonly GatewayNetwork[], pools: Pools): ReadonlyMap<Caip2, AskChain> =>
  new Map(
    networks.flatMap((network): [Caip2, AskChain][] => {
      const pool = pools.get(network.id)
      if (!pool) return []
      if (namespaceOf(network.id) === 'solana') return [[network.id, createMintReader(pool)]]
      return [[network.id, createContractReader(createViewer(network, pool))]]
    }),
  )

async function readCalls(c: HttpContext): Promise<z.output<typeof Request>> {
  const parsed = z.safeParse(Request, await readJson(c, limits.requestBytes))
  if (!parsed.success) throw refusals.badBody(`it is not JSON-RPC 2.0, or a batch of more than ${limits.batch}`)
  return parsed.data
}
