/** What gas costs by the gateway (specification §7, facts §3.8). */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { callGateway, type GatewayService } from './gateway-call.ts'

/**
 * Wei per gas that a transaction pays at most, to be in one of the next blocks.
 * @throws AirlockError CHAIN_NOT_SUPPORTED, NETWORK, ABORTED
 */
export async function fetchGasPrice(service: GatewayService, chainId: Caip2, signal: AbortSignal): Promise<bigint> {
  if (namespaceOf(chainId) !== 'eip155')
    throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: 'Network not supported for Gas Price' })
  const { standard } = await callGateway(endpoints.gasPrice, service, { query: { chainId }, signal })
  return BigInt(standard)
}
