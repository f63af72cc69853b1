/** Interface of a price source, chosen per network. */
import type { Currency } from '@airlock/protocol/gateway/shapes.ts'
import type { Token } from '../networks/network.ts'

export type PriceQuery = {
  /** `undefined`: the network's own currency. */
  readonly tokens: readonly (Token | undefined)[]
  readonly currency: Currency
  readonly signal: AbortSignal
}

/** Price of one unit of each token that has one. Never estimated: a token may have none. */
export type Prices = ReadonlyMap<Token | undefined, number>

export type PriceSource = {
  /** @throws {Error} when the source cannot be asked */
  readonly read: (query: PriceQuery) => Promise<Prices>
}
