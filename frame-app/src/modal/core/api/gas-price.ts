/** The gas price as the gateway reports it (specification §7). */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { callGateway, type GatewayService } from './gateway-call.ts'

/**
 * The most that a transaction has to pay, in wei per gas, to be in one of the next blocks.
 * @throws AirlockError CHAIN_NOT_SUPPORTED, NETWORK, ABORTED
 */
export async function fetchGasPrice(service: GatewayService, chainId: Caip2, signal: AbortSignal): Promise<bigint> {
  if (namespaceOf(chainId) !== 'eip155')
    throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: 'Network not supported for Gas Price' })
  const { standard } = await callGateway(endpoints.gasPrice, service, { query: { chainId }, signal })
  return BigInt(standard)
}
