/** Shared by the swap endpoints: the market of a network, and the pair. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { readNamed, sideOf } from './assets.ts'
import type { Market } from './market.ts'
import { swapRefusals } from './refusals.ts'

export type Markets = ReadonlyMap<Caip2, Market>
/** Both CAIP-10. */
export type Pair = { readonly from: string; readonly to: string }

/** @throws {GatewayRefusal} 400 */
export function marketOf(markets: Markets, chainId: string): Market {
  const market = [...markets.values()].find(({ network }) => network.id === chainId)
  if (!market) throw swapRefusals.unsupportedChain(chainId)
  return market
}

/** @throws {GatewayRefusal} 400 */
export function sidesOf(markets: Markets, pair: Pair) {
  const [from, to] = [readNamed(pair.from), readNamed(pair.to)]
  if (from.chainId !== to.chainId) throw swapRefusals.differentChains()
  const market = marketOf(markets, from.chainId)
  const { wrapped } = market.swap
  return {
    market,
    chainId: from.chainId,
    from: sideOf(from.address, wrapped),
    to: sideOf(to.address, wrapped),
  }
}
