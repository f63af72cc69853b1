/** Swaps on one network: asks its sources and picks the best offer. */

import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { type Hex, maxUint256 } from 'viem'
import { createViewer, type Viewer } from '../eip155/view.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import { createNodePool, type NodePool } from '../nodes/pool.ts'
import { createAggregator } from './aggregator.ts'
import { createGasPrices, type GasPrices } from './gas-price.ts'
import { createPoolSource } from './pools/source.ts'
import { orDown, swapRefusals } from './refusals.ts'
import type { SwapSettings } from './settings.ts'
import { bestOf, isSame, type Plan, type SwapQuery, type SwapSource } from './source.ts'
import { createWrapSource } from './wrap.ts'

export type Market = {
  readonly network: GatewayNetwork
  readonly swap: SwapNetwork
  readonly nodes: NodePool
  readonly view: Viewer
  readonly gasPrices: () => Promise<GasPrices>
  /** Default spender of an allowance. */
  readonly spender: Hex | undefined
  readonly isSpender: (address: string) => boolean
  /** @throws {GatewayRefusal} 400 if nothing is offered, 503 if no source answers */
  readonly best: (query: Omit<SwapQuery, 'gasPrice'> & { readonly gasPrice: bigint | undefined }) => Promise<Plan>
}

export function createMarket(network: GatewayNetwork, settings: SwapSettings): Market | undefined {
  const { swap, id } = network
  if (!swap) return undefined
  // A separate pool: a token that overloads a node must not lower its rank for other calls.
  const nodes = createNodePool(network.rpcUrls)
  const view = createViewer(network, nodes)
  const gasPrices = createGasPrices(nodes)
  const sources = sourcesOf(id, swap, settings, { view, nodes })
  const routers = [swap.v3?.router, swap.v2?.router, settings.aggregator?.spender].filter(
    (router) => router !== undefined,
  )

  return {
    network,
    swap,
    nodes,
    view,
    gasPrices,
    spender: routers[0],
    isSpender: (address) => routers.some((router) => isSame(router, address)),
    async best({ gasPrice, ...query }) {
      if (query.amount === 0n) throw swapRefusals.noAmount()
      if (query.amount > maxUint256) throw swapRefusals.largeAmount()
      if (isSame(query.from.token, query.to.token) && query.from.isNative === query.to.isNative)
        throw swapRefusals.sameToken()
      const paid = gasPrice === undefined ? expectedPrice(query.signal) : Promise.resolve(gasPrice)
      // Not every source needs it.
      paid.catch(() => {})
      const offers = await Promise.allSettled(sources.map(({ quote }) => quote({ ...query, gasPrice: paid })))
      query.signal.throwIfAborted()
      const plans = offers.flatMap((offer) => (offer.status === 'fulfilled' && offer.value ? [offer.value] : []))
      const best = bestOf(plans.filter(({ received }) => received > 0n))
      if (best) return best
      // Another source that is down might have a route.
      throw offers.some(({ status }) => status === 'rejected') ? swapRefusals.down() : swapRefusals.noRoute()
    },
  }

  async function expectedPrice(signal: AbortSignal): Promise<bigint> {
    return (await orDown(gasPrices(), signal)).expected
  }
}

function sourcesOf(
  id: Caip2,
  swap: SwapNetwork,
  { fee, aggregator }: SwapSettings,
  chain: { readonly view: Viewer; readonly nodes: NodePool },
): readonly SwapSource[] {
  const own = [createWrapSource(), createPoolSource({ ...swap, fee }, chain)]
  return aggregator ? [...own, createAggregator(Number(referenceOf(id)), aggregator, fee)] : own
}
