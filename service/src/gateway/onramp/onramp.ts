/**
 * The on-ramp: the combined offer of the operator's providers, quotes, checkout addresses, and an account's purchases. Orders are checked
 * against the provider's own offer. A checkout address is created for each request, and only for the account in the request.
 */
import { readCheckoutUrl } from '@airlock/protocol/gateway/checkout-url.ts'
import type {
  OnrampOptions,
  OnrampUrlRequest,
  PurchaseCurrency,
  Quote,
  QuoteRequest,
} from '@airlock/protocol/gateway/onramp.ts'
import { cardMethod } from '@airlock/protocol/gateway/onramp.ts'
import { limitOf, networkOfChain, problemOfAmount, widestLimits } from '@airlock/protocol/gateway/onramp-rules.ts'
import { LRUCache } from 'lru-cache'
import { sharedIn } from '../../wallet/http/shared-for.ts'
import { refusals } from '../refusal.ts'
import { canonicalAddress, isAccount } from './address.ts'
import { ProviderError } from './ask.ts'
import { networkOfCoinbase } from './coinbase/networks.ts'
import { mergeCurrencies } from './offer.ts'
import type { Offer, OnrampProvider, Order, Place } from './provider.ts'
import { onrampRefusals } from './refusals.ts'

/** Offers change weekly; the checkout checks the order again. */
const offerMs = 10 * 60_000

export function createOnramp(providers: readonly OnrampProvider[]) {
  const offers = new LRUCache<string, Promise<Offer>>({ max: 500, ttl: offerMs })

  const offerOf = (provider: OnrampProvider, { country, subdivision }: Place): Promise<Offer> =>
    sharedIn(offers, `${provider.name} ${country ?? ''} ${subdivision ?? ''}`, () =>
      provider.offer({ country, subdivision }, new AbortController().signal),
    )

  function chosen(name: string | undefined): OnrampProvider {
    const provider = providers.find((one) => name === undefined || one.name === name)
    if (!provider) throw refusals.badProvider(name ?? '')
    return provider
  }

  return {
    /**
     * Providers that do not answer are left out.
     * @throws {GatewayRefusal} 503 when all fail
     */
    async options(place: Place): Promise<OnrampOptions> {
      const asked = await Promise.allSettled(providers.map((provider) => offerOf(provider, place)))
      const up = providers.flatMap((provider, index) => {
        const answer = asked[index]
        return answer?.status === 'fulfilled' ? [{ provider, offer: answer.value }] : []
      })
      if (up.length === 0) throw onrampRefusals.down()
      return {
        paymentCurrencies: widestLimits(up.map(({ offer }) => offer.paymentCurrencies)),
        purchaseCurrencies: mergeCurrencies(up.map(({ offer }) => offer.purchaseCurrencies)),
        providers: up.map(({ provider: { name, label, feeRange, isTest }, offer }) => ({
          name,
          label,
          feeRange,
          ...(isTest && { isTest }),
          paymentCurrencies: [...offer.paymentCurrencies],
          assets: offer.purchaseCurrencies
            .flatMap(({ symbol, networks }) =>
              networks.flatMap(({ chain_id }) => {
                const network = networkOfChain(chain_id)
                return network ? [{ symbol, network }] : []
              }),
            )
            .slice(0, 4_000),
        })),
      }
    },

    /** @throws {GatewayRefusal} 400, 503 */
    async quote(request: QuoteRequest, signal: AbortSignal): Promise<Quote> {
      const provider = chosen(request.provider)
      const { network: name, purchaseCurrency, paymentCurrency, amount, paymentMethod = cardMethod } = request
      const place = { country: request.country, subdivision: request.subdivision }
      const named = purchaseCurrency.networks.find((one) => one.name === name)
      const wanted = { symbol: purchaseCurrency.symbol, chain: named?.chain_id ?? '' }
      const payment = { amount, currency: paymentCurrency.id, method: paymentMethod }
      const order = await orderOf(provider, place, wanted, payment, 'amount')
      return provider.quote(order, signal).catch(answerOf)
    },

    /**
     * @param clientIp the user's IP address
     * @throws {GatewayRefusal} 400, 502, 503
     */
    async url(request: OnrampUrlRequest, clientIp: string, signal: AbortSignal): Promise<{ url: string }> {
      const provider = chosen(request.provider)
      const [wallet, ...others] = request.destinationWallets
      if (!wallet || others.length > 0) throw onrampRefusals.oneWallet()
      const { assets = [], blockchains = [] } = wallet
      if (request.partnerUserId !== wallet.address) throw onrampRefusals.notOwn()
      const address = canonicalAddress(wallet.address)
      const payment = {
        amount: String(request.presetFiatAmount ?? 0),
        currency: request.paymentCurrency ?? 'USD',
        method: request.paymentMethod ?? cardMethod,
      }
      const place = { country: request.country, subdivision: request.subdivision }
      const wanted = { symbol: assets[0] ?? '', chain: request.defaultNetwork ?? blockchains[0] ?? '' }
      const order = await orderOf(provider, place, wanted, payment, 'presetFiatAmount')
      if (!isAccount(address, networkOfChain(order.network.chain_id))) throw refusals.badAddress()
      const answered = await provider.url({ ...order, address, clientIp }, signal).catch(answerOf)
      const url = readCheckoutUrl(answered, { provider: provider.name, address, origins: provider.origins })
      if (url === undefined) throw onrampRefusals.badUrl()
      return { url }
    },

    /** @throws {GatewayRefusal} 400 */
    seller: (name: string) => chosen(name),
  }

  /** The asset and the payment, as in the provider's own offer. */
  async function orderOf(
    provider: OnrampProvider,
    place: Place,
    wanted: { readonly symbol: string; readonly chain: string },
    payment: Order['payment'],
    field: 'amount' | 'presetFiatAmount',
  ): Promise<Order> {
    const offer = await offerOf(provider, place).catch(answerOf)
    const found = findAsset(offer.purchaseCurrencies, wanted)
    if (!found) throw onrampRefusals.notSold()
    const limit = limitOf(offer.paymentCurrencies, payment.currency, payment.method)
    if (!limit) throw onrampRefusals.notPaid()
    if (problemOfAmount(payment.amount, limit)) throw onrampRefusals.outside(field, limit)
    return { ...place, ...found, payment }
  }
}
export type Onramp = ReturnType<typeof createOnramp>

/** @param wanted `chain`: a CAIP-2 id, an EVM chain number, Coinbase's name, or the provider's own name */
function findAsset(
  currencies: readonly PurchaseCurrency[],
  { symbol, chain }: { readonly symbol: string; readonly chain: string },
): Pick<Order, 'asset' | 'network'> | undefined {
  const id = networkOfChain(chain) ?? networkOfCoinbase(chain)
  for (const asset of currencies.filter((one) => one.symbol === symbol)) {
    const network = asset.networks.find(({ chain_id, name }) =>
      id === undefined
        ? name.replace(/-mainnet$/, '') === chain.replace(/-mainnet$/, '')
        : networkOfChain(chain_id) === id,
    )
    if (network) return { asset, network }
  }
  return undefined
}

/** A provider that refuses a request within its own offer has no quote for it; other errors mean that it is unavailable. */
function answerOf(error: unknown): never {
  if (error instanceof ProviderError && error.status !== undefined && [400, 404, 409, 422].includes(error.status))
    throw onrampRefusals.noQuote(error.status)
  throw error instanceof ProviderError ? onrampRefusals.down() : error
}
