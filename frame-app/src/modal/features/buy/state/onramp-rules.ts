/** What can be bought, from which provider, and for how much (specification §9). */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import {
  bankMethod,
  cardMethod,
  type MethodLimit,
  mockedQuoteId,
  type OnrampOptions,
  type OnrampProvider,
  type PaymentCurrency,
  type PurchaseCurrency,
  type Quote,
} from '@airlock/protocol/gateway/onramp.ts'
import { coinbaseNames, limitOf, networkOfChain, problemOfAmount } from '@airlock/protocol/gateway/onramp-rules.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { toDisplayText } from '../../../../shared/format/display-text.ts'

export const presets = [100, 250, 500, 1_000] as const
export const methods = [cardMethod, bankMethod] as const
export type Method = (typeof methods)[number]

/** One thing to buy: a currency on a network. */
export interface Asset {
  readonly key: string
  readonly currency: PurchaseCurrency
  readonly network: PurchaseCurrency['networks'][number]
  readonly chainId: Caip2
  /** Safe to show. */
  readonly symbol: string
  readonly networkName: string
}

export const assetKey = (symbol: string, network: Caip2): string => `${symbol} ${network}`

/** The assets on networks where the account can receive, in the order of these networks. */
export function assetsOf(options: OnrampOptions, networks: readonly Pick<Network, 'id' | 'name'>[]): readonly Asset[] {
  const assets = new Map<string, Asset>()
  for (const { id, name } of networks)
    for (const currency of options.purchaseCurrencies)
      for (const network of currency.networks) {
        const symbol = toDisplayText(currency.symbol, { max: 12 })
        const key = assetKey(currency.symbol, id)
        if (networkOfChain(network.chain_id) !== id || symbol === '' || assets.has(key)) continue
        assets.set(key, { key, currency, network, chainId: id, symbol, networkName: name })
      }
  return [...assets.values()]
}

const builtInLimits: MethodLimit[] = [
  { id: cardMethod, min: '10.00', max: '7500.00' },
  { id: bankMethod, min: '10.00', max: '25000.00' },
]
const ethereum = { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1' }
const polygon = { name: 'polygon-mainnet', display_name: 'Polygon', chain_id: '137' }
const builtInId = '2b92315d-eab7-5bef-84fa-089a131333f5'
const solanaId: Caip2 = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const paymentCurrencies: PaymentCurrency[] = ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: builtInLimits }))
const usdc: PurchaseCurrency = {
  id: builtInId,
  name: 'USD Coin',
  symbol: 'USDC',
  networks: [
    { ...ethereum, contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
    { ...polygon, contract_address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174' },
  ],
}
const ether: PurchaseCurrency = {
  id: builtInId,
  name: 'Ether',
  symbol: 'ETH',
  networks: [{ ...ethereum, contract_address: '' }],
}
const sol: PurchaseCurrency = {
  id: builtInId,
  name: 'Solana',
  symbol: 'SOL',
  networks: [{ name: 'solana-mainnet', display_name: 'Solana', chain_id: solanaId, contract_address: '' }],
}

/** The provider for whose checkout a service without a list still makes addresses. */
const coinbase: OnrampProvider = {
  name: 'coinbase',
  label: 'Coinbase',
  feeRange: '1-2%',
  paymentCurrencies,
  assets: [usdc, ether].flatMap(({ symbol, networks }) =>
    networks.flatMap(({ chain_id }) => {
      const network = networkOfChain(chain_id)
      return network ? [{ symbol, network }] : []
    }),
  ),
}
/** Its address has one code per currency and network, and the specified `USDC` is that of Ethereum. */
const meld: OnrampProvider = {
  name: 'meld',
  label: 'Meld.io',
  feeRange: '1-2%',
  paymentCurrencies,
  assets: [
    { symbol: 'USDC', network: 'eip155:1' },
    { symbol: 'SOL', network: solanaId },
  ],
}

/**
 * For a service that has no list. AppKit gives Ether the contracts of USD Coin, and Polygon an Ether that is not its
 * own currency; here Ether is offered on Ethereum only.
 *
 * @param meldKey of the operator at Meld, whose page opens for no one else
 */
export const builtInOptions = (meldKey: string | undefined): OnrampOptions => ({
  paymentCurrencies,
  purchaseCurrencies: [usdc, ether, ...(meldKey ? [sol] : [])],
  providers: [coinbase, ...(meldKey ? [meld] : [])],
})

/** Meld's page for one purchase, which needs no service. */
export function meldUrl(publicKey: string, { chainId }: Pick<Asset, 'chainId'>, walletAddress: string): string {
  const destinationCurrencyCode = namespaceOf(chainId) === 'solana' ? 'SOL' : 'USDC'
  return `https://meldcrypto.com/?${new URLSearchParams({ publicKey, destinationCurrencyCode, walletAddress })}`
}

/** A provider as it is shown, with its texts cleaned. */
export type Seller = OnrampProvider

export function sellersOf(options: OnrampOptions, asset: Asset | undefined): readonly Seller[] {
  return (options.providers ?? [])
    .filter(({ assets }) =>
      assets.some(({ symbol, network }) => symbol === asset?.currency.symbol && network === asset.chainId),
    )
    .map((seller) => ({
      ...seller,
      label: toDisplayText(seller.label, { max: 24, fallback: seller.name }),
      feeRange: toDisplayText(seller.feeRange, { max: 12 }),
    }))
}

/** A whole number in units of the currency: the preset amount of a checkout has no cents. */
export const readWhole = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** Keeps only digits, without leading zeros. */
export const cleanWhole = (text: string): string =>
  text
    .replace(/[.,]\d{0,2}$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .slice(0, 9)

export type AmountProblem = 'empty' | 'low' | 'high' | 'method'

export function problemOf(
  amount: string,
  currencies: readonly PaymentCurrency[],
  { currency, method }: { readonly currency: string; readonly method: string },
): AmountProblem | undefined {
  const limit = limitOf(currencies, currency, method)
  if (!limit) return 'method'
  return readWhole(amount) === undefined ? 'empty' : problemOfAmount(amount, limit)
}

/** Replaces a quote if the service has none: every sum is the amount paid, in the currency of the payment. */
export function mockedQuote(amount: string, currency: string): Quote {
  const sum = { amount, currency }
  return {
    paymentTotal: sum,
    paymentSubtotal: sum,
    purchaseAmount: sum,
    coinbaseFee: sum,
    networkFee: sum,
    quoteId: mockedQuoteId,
  }
}

/** Coinbase's names of networks, which requests for a checkout address use. @returns the CAIP-2 id for other networks */
export const checkoutNetwork = (chainId: Caip2): string => coinbaseNames[chainId] ?? chainId
