/** What gas costs by the gateway (specification §7, facts §3.8). */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { callGateway, type GatewayService } from './gateway-call.ts'

/** Wei per gas that a transaction pays at most, to be in one of the next blocks. @throws AirlockError NETWORK, ABORTED */
export async function fetchGasPrice(service: GatewayService, chainId: Caip2, signal: AbortSignal): Promise<bigint> {
  const { standard } = await callGateway(endpoints.gasPrice, service, { query: { chainId }, signal })
  return BigInt(standard)
}
