/**
 * Reads the gateway: our service, or the hosted one that defined these paths and shapes. It may be hostile (T17): answers are
 * bounded and parsed with the schemas that the service writes with.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Collectible } from '@airlock/protocol/gateway/collectibles.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { Transaction } from '@airlock/protocol/gateway/history.ts'
import type { Identity } from '@airlock/protocol/gateway/names.ts'
import { Balance, type Currency } from '@airlock/protocol/gateway/shapes.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { walk } from '@airlock/protocol/walk.ts'
import * as z from 'zod/mini'
import { getBounded } from '../../shared/http/bounded.ts'
import { addressOf, type ListingService } from './listing.ts'

export type GatewayService = ListingService

const timeoutMs = 15_000
const maxBytes = 4 * 1024 * 1024
const maxWalk = { depth: 8, nodes: 200_000, size: 2 * maxBytes }

export async function fetchSupportedChains(service: GatewayService, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { http } = await readGateway(
    service,
    endpoints.supportedChains.path,
    {},
    endpoints.supportedChains.response,
    signal,
  )
  return new Set(http)
}

export interface AccountQuery {
  readonly address: string
  readonly chainId: Caip2
}
export interface PageQuery extends AccountQuery {
  /** `next` of the page before. */
  readonly cursor: string | undefined
}
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** `undefined` after the last page. */
  readonly next: string | undefined
}

/** What the account holds on one network. @throws AirlockError NETWORK, ABORTED. */
export async function fetchBalances(
  service: GatewayService,
  { address, chainId, currency }: AccountQuery & { readonly currency: Currency },
  signal: AbortSignal,
): Promise<readonly Balance[]> {
  const path = pathOf(endpoints.balance.path, address)
  const { balances } = await readGateway(service, path, { chainId, currency }, BalanceList, signal)
  // The hosted one may answer with another network's list (facts §18.10).
  return readable(Balance, balances).filter((balance) => balance.chainId === chainId)
}

/** Transactions of the account on one network, newest first. @throws AirlockError NETWORK, ABORTED. */
export async function fetchHistory(
  service: GatewayService,
  { address, chainId, cursor }: PageQuery,
  signal: AbortSignal,
): Promise<Page<Transaction>> {
  const path = pathOf(endpoints.history.path, address)
  const { data, next } = await readGateway(service, path, { chainId, cursor }, TransactionList, signal)
  return { rows: readable(Transaction, data), next: next || undefined }
}

/** NFTs of the account on one network. @throws AirlockError NETWORK, ABORTED. */
export async function fetchCollectibles(
  service: GatewayService,
  { address, chainId, cursor }: PageQuery,
  signal: AbortSignal,
): Promise<Page<Collectible>> {
  const path = pathOf(endpoints.nfts.path, address)
  const { nfts, next } = await readGateway(service, path, { chainId, cursor }, CollectibleList, signal)
  return { rows: readable(Collectible, nfts).filter((one) => one.chainId === chainId), next: next || undefined }
}

/** Name and picture of an account. @throws AirlockError NETWORK, ABORTED. */
export const fetchIdentity = (service: GatewayService, address: string, signal: AbortSignal): Promise<Identity> =>
  readGateway(service, pathOf(endpoints.identity.path, address), {}, endpoints.identity.response, signal)

/** The lists of the contract with rows of any form. */
const Rows = z.array(z.unknown()).check(z.maxLength(10_000))
const next = z.nullish(z.string().check(z.maxLength(512)))
const BalanceList = z.object({ balances: Rows })
const TransactionList = z.object({ data: Rows, next })
const CollectibleList = z.object({ nfts: Rows, next })

/** One row that is not valid must not cost the others; a list without a valid row is no answer. @throws AirlockError NETWORK */
function readable<T>(schema: z.ZodMiniType<T>, rows: readonly unknown[]): T[] {
  const read = rows.flatMap((row) => {
    const parsed = z.safeParse(schema, row)
    return parsed.success ? [parsed.data] : []
  })
  if (read.length === 0 && rows.length > 0) throw new AirlockError('NETWORK')
  return read
}

const pathOf = (path: string, address: string) => path.replace(':address', encodeURIComponent(address))

type Query = Parameters<typeof addressOf>[2]

/** @throws AirlockError NETWORK, ABORTED. */
export async function readGateway<T>(
  service: GatewayService,
  path: string,
  query: Query,
  schema: z.ZodMiniType<T>,
  signal: AbortSignal,
): Promise<T> {
  const { bytes } = await getBounded(addressOf(service, path.slice(1), query), { signal, timeoutMs, maxBytes })
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (walk(parsed, maxWalk) !== 'ok') throw new Error('answer refused')
    return z.parse(schema, parsed)
  } catch (cause) {
    throw new AirlockError('NETWORK', { cause })
  }
}
