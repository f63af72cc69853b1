/** What the gateway knows of an account: our service, or the hosted one that defined these paths and shapes. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Collectible } from '@airlock/protocol/gateway/collectibles.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { Transaction } from '@airlock/protocol/gateway/history.ts'
import type { Identity } from '@airlock/protocol/gateway/names.ts'
import { Balance, type Currency } from '@airlock/protocol/gateway/shapes.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { Scope } from '../scope.ts'
import { callGateway, type GatewayService, readRows } from './gateway-call.ts'

export type { GatewayService }

/** @throws AirlockError NETWORK, ABORTED. */
export async function fetchSupportedChains(service: GatewayService, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { http } = await callGateway(endpoints.supportedChains, service, { signal })
  return new Set(http)
}

export interface AccountQuery {
  readonly address: string
  readonly chainId: Caip2
}
export interface PageQuery extends AccountQuery {
  /** `next` of the previous page. */
  readonly cursor: string | undefined
}
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** `undefined` after the last page. */
  readonly next: string | undefined
}

/** The hosted gateway caches such a list by the address alone for so long, and answers about every network with it. */
const hostedCacheMs = 10_000

/** What the account holds on one network. @throws AirlockError NETWORK, ABORTED. */
export async function fetchBalances(
  service: GatewayService,
  query: AccountQuery & { readonly currency: Currency },
  signal: AbortSignal,
  { scope, pauseMs = hostedCacheMs + 500 }: { readonly scope: Scope; readonly pauseMs?: number },
): Promise<readonly Balance[]> {
  const first = await readBalances(service, query, signal)
  if (first.own.length > 0 || first.count === 0) return first.own
  // An empty list would be wrong: the answer is about another network. Ask again once the cache has expired.
  await scope.pause(pauseMs, signal)
  if (signal.aborted) throw new AirlockError('ABORTED')
  return (await readBalances(service, query, signal)).own
}

async function readBalances(
  service: GatewayService,
  { address, chainId, currency }: AccountQuery & { readonly currency: Currency },
  signal: AbortSignal,
): Promise<{ readonly own: readonly Balance[]; readonly count: number }> {
  const { balances } = await callGateway({ ...endpoints.balance, response: BalanceList }, service, {
    param: address,
    query: { chainId, currency },
    signal,
  })
  const own = readable(Balance, balances)
    .filter((balance) => balance.chainId === chainId)
    .map((balance) => ({ ...balance, address: tokenOf(balance.address, chainId) }))
  return { own, count: balances.length }
}

/** The hosted gateway's address for Solana's currency, which is not a mint. */
const solanaCurrency = 'So11111111111111111111111111111111111111111'

/** CAIP-10; the hosted gateway also writes Solana's mints without a network. `undefined`: the currency. */
const tokenOf = (address: string | null | undefined, chainId: Caip2): string | undefined => {
  if (!address || address === solanaCurrency) return undefined
  return address.includes(':') || !chainId.startsWith('solana:') ? address : `${chainId}:${address}`
}

/** Transactions of the account on one network, newest first. @throws AirlockError NETWORK, ABORTED. */
export async function fetchHistory(
  service: GatewayService,
  { address, chainId, cursor }: PageQuery,
  signal: AbortSignal,
): Promise<Page<Transaction>> {
  const { data, next } = await callGateway({ ...endpoints.history, response: TransactionList }, service, {
    param: address,
    query: { chainId, cursor },
    signal,
  })
  return { rows: readable(Transaction, data), next: next || undefined }
}

/** NFTs of the account on one network. @throws AirlockError NETWORK, ABORTED. */
export async function fetchCollectibles(
  service: GatewayService,
  { address, chainId, cursor }: PageQuery,
  signal: AbortSignal,
): Promise<Page<Collectible>> {
  const { nfts, next } = await callGateway({ ...endpoints.nfts, response: CollectibleList }, service, {
    param: address,
    query: { chainId, cursor },
    signal,
  })
  return { rows: readable(Collectible, nfts).filter((one) => one.chainId === chainId), next: next || undefined }
}

/** Name and picture of an account. @throws AirlockError NETWORK, ABORTED. */
export const fetchIdentity = (service: GatewayService, address: string, signal: AbortSignal): Promise<Identity> =>
  callGateway(endpoints.identity, service, { param: address, signal })

/** The lists of the contract, with rows of any form. */
const Rows = z.array(z.unknown()).check(z.maxLength(10_000))
const next = z.nullish(z.string().check(z.maxLength(2_048)))
const BalanceList = z.object({ balances: Rows })
const TransactionList = z.object({ data: Rows, next })
const CollectibleList = z.object({ nfts: Rows, next })

/** A list without a valid row is no answer. @throws AirlockError NETWORK */
function readable<T>(schema: z.ZodMiniType<T>, rows: readonly unknown[]): T[] {
  const read = readRows(schema, rows)
  if (read.length === 0 && rows.length > 0) throw new AirlockError('NETWORK')
  return read
}
