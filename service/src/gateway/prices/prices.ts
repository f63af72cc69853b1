/** The prices of all networks. If a source fails, prices are missing, but the data that they belong to is still returned. */
import type { Currency } from '@airlock/protocol/gateway/shapes.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { LRUCache } from 'lru-cache'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import type { NodePool } from '../nodes/pool.ts'
import { createFeedPrices } from './feed.ts'
import { createPoolPrices } from './pools.ts'
import type { PriceSource, Prices } from './source.ts'

/** Also how long a token is remembered as having no price. */
const freshMs = 60_000
const timeoutMs = 8_000
const size = 50_000

export type AllPrices = {
  /** @returns the known prices; `isDown` when the source could not be asked for all of them */
  readonly read: (
    network: Caip2,
    wanted: { readonly tokens: readonly (Token | undefined)[]; readonly currency: Currency },
  ) => Promise<{ readonly prices: Prices; readonly isDown: boolean }>
}

export function createPrices(networks: readonly GatewayNetwork[], pools: ReadonlyMap<Caip2, NodePool>): AllPrices {
  const sources = new Map<Caip2, PriceSource>()
  for (const network of networks) {
    const pool = pools.get(network.id)
    if (network.prices?.kind === 'feed') sources.set(network.id, createFeedPrices(network.prices))
    else if (network.prices && pool) sources.set(network.id, createPoolPrices(network, network.prices, pool))
  }
  const held = new LRUCache<string, { readonly price: number | undefined }>({ max: size, ttl: freshMs })

  return {
    async read(network, { tokens, currency }) {
      const source = sources.get(network)
      if (!source) return { prices: new Map(), isDown: false }
      const keyOf = (token: Token | undefined) => `${network} ${currency} ${token?.address ?? ''}`
      const missing = tokens.filter((token) => !held.has(keyOf(token)))
      let isDown = false
      if (missing.length > 0)
        await source
          .read({ tokens: missing, currency, signal: AbortSignal.timeout(timeoutMs) })
          .then((fresh) => {
            for (const token of missing) held.set(keyOf(token), { price: fresh.get(token) })
          })
          .catch(() => {
            isDown = true // asked again with the next list
          })
      const prices = tokens.flatMap((token) => {
        const price = held.get(keyOf(token))?.price
        return price === undefined ? [] : [[token, price] as const]
      })
      return { prices: new Map(prices), isDown }
    },
  }
}
