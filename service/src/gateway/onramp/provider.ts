/** Interface of a provider that sells for cards and bank transfers, chosen in the config. */
import type { PaymentCurrency, PurchaseCurrency, Quote } from '@airlock/protocol/gateway/onramp.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

export type Place = { readonly country: string | undefined; readonly subdivision: string | undefined }

export type Offer = {
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** Cleaned; every network is known to `networkOfChain`. */
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
}

export type Order = Place & {
  /** One asset in the offer. */
  readonly asset: PurchaseCurrency
  readonly network: PurchaseCurrency['networks'][number]
  readonly payment: { readonly amount: string; readonly currency: string; readonly method: string }
}

export type CheckoutOrder = Order & {
  /** The account of the request, the only possible recipient. */
  readonly address: string
  /** The user's IP address; a provider binds its session to it. */
  readonly clientIp: string
}

export type Purchase = {
  readonly id: string
  readonly status: 'pending' | 'done' | 'failed'
  /** Unix milliseconds. */
  readonly at: number
  readonly symbol: string
  /** Units as decimal text. */
  readonly amount: string
  readonly network: Caip2 | undefined
  /** Hash of the delivering transaction; empty until there is one. */
  readonly hash: string
}

export type PurchaseQuery = {
  readonly address: string
  readonly cursor: string | undefined
  readonly signal: AbortSignal
}

/** Every call throws when the provider fails or its answer is invalid; messages contain no address and no key. */
export type OnrampProvider = {
  readonly name: string
  readonly label: string
  readonly feeRange: string
  /** Test mode: nothing is charged. */
  readonly isTest: boolean
  /** Allowed checkout origins besides the known ones (`readCheckoutUrl`). */
  readonly origins: readonly string[]
  readonly offer: (place: Place, signal: AbortSignal) => Promise<Offer>
  readonly quote: (order: Order, signal: AbortSignal) => Promise<Quote>
  readonly url: (order: CheckoutOrder, signal: AbortSignal) => Promise<string>
  /** Newest first. */
  readonly purchases: (
    query: PurchaseQuery,
  ) => Promise<{ readonly rows: readonly Purchase[]; readonly next: string | undefined }>
}

export const purchasePage = 50

export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
