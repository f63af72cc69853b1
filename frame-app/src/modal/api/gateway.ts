/** What the gateway knows of an account: our service, or the hosted one that defined these paths and shapes. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Collectible } from '@airlock/protocol/gateway/collectibles.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { Transaction } from '@airlock/protocol/gateway/history.ts'
import type { Identity } from '@airlock/protocol/gateway/names.ts'
import { Balance, type Currency } from '@airlock/protocol/gateway/shapes.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { callGateway, type GatewayService } from './gateway-call.ts'

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
  const { balances } = await callGateway({ ...endpoints.balance, response: BalanceList }, service, {
    param: address,
    query: { chainId, currency },
    signal,
  })
  // The hosted one may answer with another network's list (facts §18.10).
  return readable(Balance, balances).filter((balance) => balance.chainId === chainId)
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

/** The lists of the contract with rows of any form. */
const Rows = z.array(z.unknown()).check(z.maxLength(10_000))
const next = z.nullish(z.string().check(z.maxLength(2_048)))
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
