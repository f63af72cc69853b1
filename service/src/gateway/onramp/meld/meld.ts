/**
 * Meld compares several sellers behind one page. A quote names the best one; the widget is opened for that seller, with account and asset
 * locked.
 */
import {
  bankMethod,
  Country,
  cardMethod,
  FiatCode,
  type PurchaseCurrency,
  type Quote,
} from '@airlock/protocol/gateway/onramp.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { cleanText, symbolLength } from '../../networks/text.ts'
import { createCaller, ProviderError, rowsOf } from '../ask.ts'
import { toLimit, toOffer } from '../offer.ts'
import { isSameAddress, type OnrampProvider, type Order, type Purchase, purchasePage } from '../provider.ts'
import { decimalOf, networkOfMeld } from './values.ts'

export type MeldSettings = {
  /** Sent in a header, and never returned. */
  readonly apiKey: string
  /** Base URL of the API. Default: Meld's. */
  readonly url?: string | undefined
}

const api = 'https://api.meld.io/'
const version = '2025-03-04'
/** Meld's names of payment methods. Bank transfers differ by currency. */
const cardType = 'CREDIT_DEBIT_CARD'
const bankTypes: Readonly<Record<string, string>> = { USD: 'ACH', EUR: 'SEPA', GBP: 'GBP_BANK_TRANSFER' }

const Word = z.string().check(z.maxLength(128))
const Code = z.string().check(z.regex(/^[A-Z0-9_.$-]{1,48}$/i))
const Rows = z.array(z.unknown()).check(z.maxLength(20_000))
const Figure = z.number().check(z.nonnegative())
const Currency = z.object({
  currencyCode: Code,
  name: Word,
  chainCode: z.nullish(Word),
  chainName: z.nullish(Word),
  chainId: z.nullish(Word),
  contractAddress: z.nullish(z.string().check(z.maxLength(64))),
})
const Limit = z.object({ currencyCode: FiatCode, minimumAmount: Figure, maximumAmount: Figure })
const Quotes = z.object({ quotes: Rows })
const MeldQuote = z.object({
  serviceProvider: Code,
  sourceAmount: Figure,
  destinationAmount: Figure,
  totalFee: z.nullish(Figure),
  networkFee: z.nullish(Figure),
  transactionFee: z.nullish(Figure),
})
const Widget = z.object({ widgetUrl: z.string().check(z.maxLength(4_096)) })
const Transactions = z.object({ transactions: Rows })
const Transaction = z.object({
  id: Word,
  status: z.string().check(z.maxLength(64)),
  destinationAmount: z.nullish(Figure),
  destinationCurrencyCode: z.nullish(Code),
  createdAt: z.string().check(z.maxLength(40)),
  cryptoDetails: z.nullish(
    z.object({ blockchainTransactionId: z.nullish(Word), destinationWalletAddress: z.nullish(Word) }),
  ),
})
const failed = /^(DECLINED|CANCELLED|FAILED|ERROR|VOIDED|REFUNDED|AUTHORIZATION_EXPIRED)$/

export function createMeld({ apiKey, url = api }: MeldSettings): OnrampProvider {
  const call = createCaller(url, () => ({ Authorization: `BASIC ${apiKey}`, 'Meld-Version': version }))
  return {
    name: 'meld',
    label: 'Meld.io',
    feeRange: '1-2%',
    isTest: false,
    origins: [],
    async offer({ country = 'US' }, signal) {
      const query = { countries: country, categories: 'CRYPTO_ONRAMP', accountFilter: 'true' }
      const [currencies, limits] = await Promise.all([
        call(Rows, 'service-providers/properties/crypto-currencies', { query, signal }),
        call(Rows, 'service-providers/limits/fiat-currency-purchases', { query, signal }),
      ])
      const payments = rowsOf(Limit, limits, 200).map(({ currencyCode, minimumAmount, maximumAmount }) => ({
        id: currencyCode,
        payment_method_limits: [cardMethod, ...(currencyCode in bankTypes ? [bankMethod] : [])].flatMap(
          (method) => toLimit(method, minimumAmount, maximumAmount) ?? [],
        ),
      }))
      return toOffer(payments, groupBySymbol(rowsOf(Currency, currencies, 2_000)))
    },
    async quote(order, signal) {
      return toQuote(order, await bestOf(order, signal))
    },
    async url(order, signal) {
      const { serviceProvider } = await bestOf(order, signal)
      const json = {
        sessionType: 'BUY',
        externalCustomerId: order.address,
        sessionData: {
          ...toRequest(order),
          serviceProvider,
          walletAddress: order.address,
          lockFields: ['walletAddress', 'destinationCurrencyCode'],
        },
      }
      const { widgetUrl } = await call(Widget, 'crypto/session/widget', { json, signal })
      return widgetUrl
    },
    /** If Meld reports the transaction's account, it must be this one: we chose the customer id, so it proves nothing. */
    async purchases({ address, signal }) {
      const query = { externalCustomerIds: address, limit: String(purchasePage) }
      const { transactions } = await call(Transactions, 'payments/transactions', { query, signal })
      const own = rowsOf(Transaction, transactions, purchasePage).filter(({ cryptoDetails }) =>
        isSameAddress(cryptoDetails?.destinationWalletAddress || address, address),
      )
      return { rows: own.flatMap((row) => toPurchase(row) ?? []), next: undefined }
    },
  }

  async function bestOf(order: Order, signal: AbortSignal): Promise<z.output<typeof MeldQuote>> {
    const { quotes } = await call(Quotes, 'payments/crypto/quote', { json: toRequest(order), signal })
    const [first, ...others] = rowsOf(MeldQuote, quotes, 100)
    if (!first) throw new ProviderError('Meld has no quote')
    return others.reduce((best, one) => (one.destinationAmount > best.destinationAmount ? one : best), first)
  }
}

/** Meld has one code per currency and network, such as `USDC_POLYGON`; this code serves as the network's name here. */
function groupBySymbol(rows: readonly z.output<typeof Currency>[]): PurchaseCurrency[] {
  const currencies = new Map<string, PurchaseCurrency>()
  for (const { currencyCode, name, chainCode, chainName, chainId, contractAddress } of rows) {
    const chain = networkOfMeld(chainCode ?? '', chainId ?? '')
    const [symbol = currencyCode] = currencyCode.split('_')
    if (chain === undefined) continue
    const known = currencies.get(symbol) ?? { id: symbol, name, symbol, networks: [] }
    currencies.set(symbol, known)
    known.networks.push({
      name: currencyCode,
      display_name: chainName || chainCode || chain,
      chain_id: chain.replace(/^eip155:/, ''),
      contract_address: contractAddress ?? '',
    })
  }
  return [...currencies.values()]
}

const toRequest = ({ network, payment, country = 'US' }: Order) => ({
  countryCode: z.parse(Country, country),
  sourceAmount: payment.amount,
  sourceCurrencyCode: payment.currency,
  destinationCurrencyCode: network.name,
  paymentMethodType: payment.method === bankMethod ? (bankTypes[payment.currency] ?? cardType) : cardType,
})

function toQuote({ asset, payment }: Order, quote: z.output<typeof MeldQuote>): Quote {
  const fiat = (amount: number) => ({ amount: decimalOf(amount, 2), currency: payment.currency })
  const network = quote.networkFee ?? 0
  const total = quote.totalFee ?? network + (quote.transactionFee ?? 0)
  return {
    paymentTotal: fiat(quote.sourceAmount),
    paymentSubtotal: fiat(Math.max(0, quote.sourceAmount - total)),
    purchaseAmount: { amount: decimalOf(quote.destinationAmount, 18), currency: asset.symbol },
    coinbaseFee: fiat(Math.max(0, total - network)),
    networkFee: fiat(network),
    quoteId: `meld-${quote.serviceProvider}`,
  }
}

function toPurchase(row: z.output<typeof Transaction>): Purchase | undefined {
  const at = Date.parse(row.createdAt)
  if (!Number.isFinite(at)) return undefined
  const [symbol = '', chain = ''] = (row.destinationCurrencyCode ?? '').split('_')
  const network: Caip2 | undefined = networkOfMeld(chain || symbol, '')
  return {
    id: row.id,
    status: row.status === 'SETTLED' ? 'done' : failed.test(row.status) ? 'failed' : 'pending',
    at,
    symbol: cleanText(symbol, symbolLength),
    amount: decimalOf(row.destinationAmount ?? 0, 18),
    network,
    hash: row.cryptoDetails?.blockchainTransactionId ?? '',
  }
}
