/** Prices of tokens by their addresses (specification §7). */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { callGateway, type GatewayService } from './gateway-call.ts'

/** A price beyond this is a mistake or an attack. */
const maxPrice = 1e15

/** Price in dollars of one unit of a token, given as CAIP-10; `undefined` if it is not known. @throws AirlockError NETWORK, ABORTED */
export async function fetchPrice(
  service: GatewayService,
  address: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { fungibles } = await callGateway(endpoints.prices, service, {
    json: { projectId: service.projectId, currency: 'usd', addresses: [address] },
    signal,
  })
  // The hosted API leaves out the address of a network's currency.
  const found = fungibles.find((one) => !one.address || one.address.toLowerCase() === address.toLowerCase())?.price
  return found !== undefined && found > 0 && found < maxPrice ? found : undefined
}
