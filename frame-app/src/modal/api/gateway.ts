/**
 * Reads the gateway: our service, or the hosted one that defined these paths and shapes. It may be hostile (T17): answers are
 * bounded and parsed with the schemas that the service writes with.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { Balance, Currency } from '@airlock/protocol/gateway/shapes.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { walk } from '@airlock/protocol/walk.ts'
import * as z from 'zod/mini'
import { getBounded } from '../../shared/http/bounded.ts'
import { addressOf, type ListingService } from './listing.ts'

export type GatewayService = ListingService

const timeoutMs = 15_000
const maxBytes = 4 * 1024 * 1024
const maxWalk = { depth: 8, nodes: 200_000, size: 2 * maxBytes }

/** @throws AirlockError NETWORK, ABORTED. */
export async function fetchSupportedChains(service: GatewayService, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { http } = await get(endpoints.supportedChains, service, endpoints.supportedChains.path, {}, signal)
  return new Set(http)
}

/** What the account holds on one network. @throws AirlockError NETWORK, ABORTED. */
export async function fetchBalances(
  service: GatewayService,
  { address, chainId, currency }: { readonly address: string; readonly chainId: Caip2; readonly currency: Currency },
  signal: AbortSignal,
): Promise<readonly Balance[]> {
  const path = endpoints.balance.path.replace(':address', encodeURIComponent(address))
  const { balances } = await get(endpoints.balance, service, path, { chainId, currency }, signal)
  // The hosted one may answer with another network's list (facts §18.10).
  return balances.filter((balance) => balance.chainId === chainId)
}

type Query = Parameters<typeof addressOf>[2]

async function get<T>(
  { response }: { readonly response: z.ZodMiniType<T> },
  service: GatewayService,
  path: string,
  query: Query,
  signal: AbortSignal,
): Promise<T> {
  const { bytes } = await getBounded(addressOf(service, path.slice(1), query), { signal, timeoutMs, maxBytes })
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (walk(parsed, maxWalk) !== 'ok') throw new Error('answer refused')
    return z.parse(response, parsed)
  } catch (cause) {
    throw new AirlockError('NETWORK', { cause })
  }
}
