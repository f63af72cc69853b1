/** Cleans a provider's offer (untrusted names, unknown networks, unbounded lists), and joins those of all providers. */
import {
  bankMethod,
  cardMethod,
  type MethodLimit,
  Money,
  type PaymentCurrency,
  type PurchaseCurrency,
} from '@airlock/protocol/gateway/onramp.ts'
import { networkOfChain } from '@airlock/protocol/gateway/onramp-rules.ts'
import * as z from 'zod/mini'
import { cleanText, nameLength, symbolLength } from '../networks/text.ts'
import type { Offer } from './provider.ts'

const most = { currencies: 500, networks: 32, payments: 200 } as const
const methods: readonly string[] = [cardMethod, bankMethod]

/**
 * `undefined`: the limits are not amounts, or allow nothing. Providers write numbers and texts, with more decimals than the currency has.
 */
export function toLimit(id: string, min: string | number, max: string | number): MethodLimit | undefined {
  const limit = { id: id.toLowerCase(), min: toMoney(min, Math.ceil), max: toMoney(max, Math.floor) }
  const isMoney = z.safeParse(Money, limit.min).success && z.safeParse(Money, limit.max).success
  return isMoney && methods.includes(limit.id) && Number(limit.max) > 0 && Number(limit.min) <= Number(limit.max)
    ? limit
    : undefined
}

/** Rounds the minimum up and the maximum down. */
function toMoney(value: string | number, round: (value: number) => number): string {
  if (typeof value === 'string' && /^\d{1,12}(\.\d{1,2})?$/.test(value)) return value
  const number = typeof value === 'string' && !/^\d{1,12}(\.\d+)?$/.test(value) ? Number.NaN : Number(value)
  return Number.isFinite(number) && number >= 0 && number < 1e12 ? (round(number * 100) / 100).toFixed(2) : ''
}

export function toOffer(payments: readonly PaymentCurrency[], purchases: readonly PurchaseCurrency[]): Offer {
  return {
    paymentCurrencies: payments
      .filter(({ payment_method_limits }) => payment_method_limits.length > 0)
      .slice(0, most.payments),
    purchaseCurrencies: purchases
      .map((currency) => ({
        id: currency.id,
        name: cleanText(currency.name, nameLength),
        symbol: cleanText(currency.symbol, symbolLength),
        networks: currency.networks
          .filter(({ chain_id }) => networkOfChain(chain_id) !== undefined)
          .slice(0, most.networks)
          .map((network) => ({ ...network, display_name: cleanText(network.display_name, nameLength) })),
      }))
      .filter(({ symbol, networks }) => symbol !== '' && networks.length > 0)
      .slice(0, most.currencies),
  }
}

/** The currencies of all providers, without duplicate symbols or networks. */
export function mergeCurrencies(lists: readonly (readonly PurchaseCurrency[])[]): PurchaseCurrency[] {
  const currencies = new Map<string, PurchaseCurrency>()
  for (const currency of lists.flat()) {
    const known = currencies.get(currency.symbol) ?? { ...currency, networks: [] }
    currencies.set(currency.symbol, known)
    for (const network of currency.networks) {
      const id = networkOfChain(network.chain_id)
      const isKnown = known.networks.some(({ chain_id }) => networkOfChain(chain_id) === id)
      if (!isKnown && known.networks.length < most.networks) known.networks.push(network)
    }
  }
  return [...currencies.values()].slice(0, most.currencies)
}
