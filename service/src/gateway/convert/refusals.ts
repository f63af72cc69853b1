/** Refusals of the swap endpoints, with the texts that clients show. */
import { GatewayRefusal, shown } from '../refusal.ts'

const conversion = (what: string) => new GatewayRefusal(400, '', `Conversion parameter error: ${what}`)

export const swapRefusals = {
  badAsset: (text: string) => new GatewayRefusal(400, '', `Crypto utils error: Wrong CAIP-10 format: ${shown(text)}`),
  badNamespace: () => new GatewayRefusal(400, '', 'Crypto utils error: Namespace is not supported'),
  differentChains: () =>
    new GatewayRefusal(400, '', 'Invalid parameter: `from` and `to` chain IDs must have the same value'),
  noSlippage: () =>
    new GatewayRefusal(400, '', 'Invalid parameter: slippage parameter is necessary for this type of conversion'),
  noPermit: () => new GatewayRefusal(400, '', 'Invalid parameter: permits are not taken, approve instead'),
  unknownSpender: () => new GatewayRefusal(400, '', 'Invalid parameter: the spender is no router of this network'),
  unsupportedChain: (id: string) => conversion(`Chain ID ${shown(id)} is not supported`),
  unsupportedToken: (asset: string) => conversion(`token ${shown(asset)} is not supported`),
  sameToken: () => conversion('the two tokens are the same'),
  noAmount: () => conversion('amount too small'),
  largeAmount: () => conversion('amount too large'),
  noRoute: () => conversion('insufficient liquidity'),
  priceMoved: () => conversion('the price has changed, less would be received than was shown'),
  wouldFail: () => conversion('the transaction would fail, the balance or the allowance may be too low'),
  noApproval: () => conversion('the currency of the network needs no approval'),
  down: () => new GatewayRefusal(503, '', 'Convertion provider is temporarily unavailable'),
} as const

/** For what a source is asked. @throws {GatewayRefusal} 503 */
export async function orDown<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await reading
  } catch {
    signal.throwIfAborted()
    throw swapRefusals.down()
  }
}
