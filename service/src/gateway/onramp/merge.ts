import type { PurchaseCurrency } from '@airlock/protocol/gateway/onramp.ts'
import { networkOfChain } from '@airlock/protocol/gateway/onramp-rules.ts'

const most = { currencies: 500, networks: 32 } as const

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
