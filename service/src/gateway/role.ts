/** The gateway as a role: store, app, jobs. On shutdown open requests finish, then the store closes. */
import { getRequestListener } from '@hono/node-server'
import type { Lookup } from '../crypto/lookup.ts'
import { openGatewayStore } from '../store/gateway.ts'
import type { Place } from '../store/open.ts'
import { clientAddress } from '../wallet/http/client-address.ts'
import { createLog } from '../wallet/http/log.ts'
import { createMetricsApp } from '../wallet/http/metrics.ts'
import { readyMs, sharedFor } from '../wallet/http/shared-for.ts'
import type { Role } from '../wallet/role.ts'
import { createGatewayApp, type GatewayAppOptions } from './app.ts'
import { createBudget, type GatewayRates } from './budget.ts'
import { startFollowers } from './indexer/followers.ts'
import { IndexError } from './indexer/reader.ts'
import { createGatewayMetrics } from './metrics.ts'
import { createNameAllowance } from './names/allowance.ts'
import type { NameSettings } from './names/settings.ts'
import { OutboundError } from './outbound/error.ts'
import { createGuardedFetch } from './outbound/guarded-fetch.ts'
import { startFetchedLists } from './tokens/fetched.ts'
import { createLiveNetworks } from './tokens/live.ts'

type Passed = 'projects' | 'modalOrigin' | 'networks' | 'ens' | 'content' | 'swap' | 'nftSources' | 'onramp'

export type GatewayConfig = Pick<GatewayAppOptions, Passed> & {
  /** Between two fetches of the token lists. Default: an hour. */
  readonly tokenListsMs?: number | undefined
  /** Absent: no registry of names. */
  readonly names?: NameSettings | undefined
  readonly store: { readonly place: Place; readonly lookup: Lookup }
  readonly limits: GatewayRates
  /** Number of the operator's proxies between client and port. */
  readonly proxies: number
}

export type Gateway = Role

const purgeMs = 10 * 60_000
const defaultTokenListsMs = 60 * 60_000

/** Builds the role, without opening its port. @throws {StoreError} */
export async function createGateway(
  config: GatewayConfig,
  { write }: { readonly write: (line: string) => void },
): Promise<Gateway> {
  const {
    networks: configured,
    tokenListsMs = defaultTokenListsMs,
    names,
    content,
    limits,
    proxies,
    ...passed
  } = config
  const { place, lookup } = config.store
  const store = await openGatewayStore(place)
  const log = createLog(write, Date.now)
  const failed = (kind: string, error: unknown) =>
    log({
      event: 'job-failed',
      role: 'gateway',
      kind,
      ...(error instanceof Error && { error: error.name }),
      ...(error instanceof OutboundError && { code: error.code }),
      ...(error instanceof IndexError && { code: error.message }),
    })
  const stopping = new AbortController()
  const live = createLiveNetworks(configured, (url) => lists.find(url))
  const { networks } = live
  const lists = startFetchedLists({
    urls: [...new Set([...configured.values()].flatMap(({ tokenListUrls = [] }) => tokenListUrls))],
    fetch: createGuardedFetch(content),
    store: store.tokenLists,
    lookup,
    now: Date.now,
    refreshMs: tokenListsMs,
    onChange: live.renew,
    onError: (list, error) => failed(`token list ${list}`, error),
  })
  const followers = startFollowers({
    networks: networks.values(),
    index: store.indexing,
    now: Date.now,
    onError: (network, error) => failed(`index ${network}`, error),
  })
  const metrics = createGatewayMetrics(followers.behind)
  const app = createGatewayApp({
    ...passed,
    networks,
    lookup,
    content,
    registry: names && {
      ...names,
      names: store.names,
      countName: createNameAllowance(store.rates, lookup, limits),
    },
    index: store.index,
    tokenNames: store.tokenNames,
    spend: createBudget(store.rates, lookup, limits),
    log,
    metrics,
    now: Date.now,
    addressOf: (c) => clientAddress(c, proxies),
    stopping: stopping.signal,
  })
  let purging: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    purging = store.purge(Date.now()).catch(() => log({ event: 'job-failed', role: 'gateway' }))
  }, purgeMs)
  return {
    listener: getRequestListener(app.fetch),
    metrics: getRequestListener(createMetricsApp(metrics).fetch),
    ready: sharedFor(readyMs, () => store.ping()),
    drain: () => {},
    async close() {
      stopping.abort()
      clearInterval(timer)
      await Promise.all([purging, followers.stop(), lists.stop()])
      await store.close()
    },
  }
}
