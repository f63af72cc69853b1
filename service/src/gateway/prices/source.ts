/** Interface of a price source, chosen per network. */
import type { Currency } from '@airlock/protocol/gateway/shapes.ts'

/** What a price needs of a token. The answer has the same object as key. */
export type PricedToken = { readonly address: string; readonly decimals: number }

export type PriceQuery = {
  /** `undefined`: the network's own currency. */
  readonly tokens: readonly (PricedToken | undefined)[]
  readonly currency: Currency
  readonly signal: AbortSignal
}

/** Price of one unit of each token that has one. Never estimated: a token may have none. */
export type Prices = ReadonlyMap<PricedToken | undefined, number>

export type PriceSource = {
  /** @throws {Error} when the source cannot be asked */
  readonly read: (query: PriceQuery) => Promise<Prices>
}
