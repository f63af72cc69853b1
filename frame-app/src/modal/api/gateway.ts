/**
 * Reads the gateway: our service, or the hosted one that defined these paths and shapes. It may be hostile (T17): answers are
 * bounded and parsed with the schemas that the service writes with.
 */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { Balance, Currency } from '@airlock/protocol/gateway/shapes.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { callGateway, type GatewayService } from './gateway-call.ts'

export type { GatewayService }

/** @throws AirlockError NETWORK, ABORTED. */
export async function fetchSupportedChains(service: GatewayService, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { http } = await callGateway(endpoints.supportedChains, service, { signal })
  return new Set(http)
}

/** What the account holds on one network. @throws AirlockError NETWORK, ABORTED. */
export async function fetchBalances(
  service: GatewayService,
  { address, chainId, currency }: { readonly address: string; readonly chainId: Caip2; readonly currency: Currency },
  signal: AbortSignal,
): Promise<readonly Balance[]> {
  const { balances } = await callGateway(endpoints.balance, service, {
    param: address,
    query: { chainId, currency },
    signal,
  })
  // The hosted one may answer with another network's list (facts §18.10).
  return balances.filter((balance) => balance.chainId === chainId)
}
