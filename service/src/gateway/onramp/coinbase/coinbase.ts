/**
 * Coinbase Onramp. The checkout's address carries a session token for one account, network and asset, valid once and for five minutes:
 * changing the address cannot redirect the purchase.
 */

import { FiatCode, type PurchaseCurrency, type Quote } from '@airlock/protocol/gateway/onramp.ts'
import { networkOfChain } from '@airlock/protocol/gateway/onramp-rules.ts'
import { Decimal } from '@airlock/protocol/gateway/text.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { cleanText, symbolLength } from '../../networks/text.ts'
import { createCaller, ProviderError, rowsOf } from '../ask.ts'
import { toLimit, toOffer } from '../offer.ts'
import { isSameAddress, type OnrampProvider, type Order, type Purchase, purchasePage } from '../provider.ts'
import { type CdpKey, cdpToken } from './jwt.ts'
import { coinbaseName, networkOfCoinbase } from './networks.ts'

export type CoinbaseSettings = {
  readonly key: CdpKey
  /** Base URL of the API. Default: Coinbase's. */
  readonly url?: string | undefined
}

const api = 'https://api.developer.coinbase.com/'
const checkout = 'https://pay.coinbase.com/buy/select-asset'
const Word = z.string().check(z.maxLength(128))
const Rows = z.array(z.unknown()).check(z.maxLength(10_000))
const Options = z.object({ payment_currencies: Rows, purchase_currencies: Rows })
const Amount = z.union([z.string().check(z.maxLength(32)), z.number()])
const Payment = z.object({ id: FiatCode, limits: z.array(z.object({ id: Word, min: Amount, max: Amount })) })
const Asset = z.object({
  id: z.string().check(z.maxLength(64)),
  name: Word,
  symbol: Word,
  networks: z
    .array(z.object({ name: z.string().check(z.maxLength(64)), display_name: Word, contract_address: z.nullish(Word) }))
    .check(z.maxLength(256)),
})
const Sum = z.object({ value: Decimal, currency: z.string().check(z.maxLength(16)) })
const CoinbaseQuote = z.object({
  payment_total: Sum,
  payment_subtotal: Sum,
  purchase_amount: Sum,
  coinbase_fee: Sum,
  network_fee: Sum,
  quote_id: z.string().check(z.maxLength(512)),
})
const Token = z.object({ token: z.string().check(z.regex(/^[\w+/=.-]{1,512}$/)) })
const Transactions = z.object({ transactions: Rows, next_page_key: z.nullish(z.string().check(z.maxLength(1_024))) })
const Transaction = z.object({
  status: z.string().check(z.maxLength(64)),
  transaction_id: z.nullish(Word),
  purchase_currency: z.nullish(Word),
  purchase_network: z.nullish(Word),
  purchase_amount: z.nullish(Sum),
  wallet_address: z.nullish(Word),
  tx_hash: z.nullish(z.string().check(z.regex(/^(0x)?[0-9A-Za-z]{0,100}$/))),
  created_at: z.string().check(z.maxLength(40)),
})

export function createCoinbase({ key, url = api }: CoinbaseSettings, now: () => number): OnrampProvider {
  const call = createCaller(url, (address, body) => {
    const token = cdpToken(key, body === undefined ? 'GET' : 'POST', address, Math.floor(now() / 1_000))
    return { Authorization: `Bearer ${token}` }
  })
  return {
    name: 'coinbase',
    label: 'Coinbase',
    feeRange: '1-2%',
    isTest: false,
    origins: [],
    async offer({ country = 'US', subdivision }, signal) {
      const query = { country, ...(subdivision !== undefined && { subdivision }) }
      const options = await call(Options, 'onramp/v1/buy/options', { query, signal })
      const payments = rowsOf(Payment, options.payment_currencies, 200).map(({ id, limits }) => ({
        id,
        payment_method_limits: limits.flatMap((limit) => toLimit(limit.id, limit.min, limit.max) ?? []).slice(0, 16),
      }))
      return toOffer(payments, rowsOf(Asset, options.purchase_currencies, 1_000).map(toCurrency))
    },
    async quote(order, signal) {
      const answer = await call(CoinbaseQuote, 'onramp/v1/buy/quote', { json: quoteOf(order), signal })
      return toQuote(answer)
    },
    async url({ address, asset, network, payment, clientIp }, signal) {
      const blockchain = nameOf(network)
      const json = { addresses: [{ address, blockchains: [blockchain] }], assets: [asset.symbol], clientIp }
      const { token } = await call(Token, 'onramp/v1/token', { json, signal })
      const page = new URL(checkout)
      const query = {
        sessionToken: token,
        defaultNetwork: blockchain,
        defaultAsset: asset.symbol,
        presetFiatAmount: payment.amount,
        fiatCurrency: payment.currency,
        defaultPaymentMethod: payment.method.toUpperCase(),
        partnerUserRef: address,
        defaultExperience: 'buy',
      }
      for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value)
      return page.href
    },
    async purchases({ address, cursor, signal }) {
      const query = { page_size: String(purchasePage), ...(cursor !== undefined && { page_key: cursor }) }
      const path = `onramp/v1/buy/user/${encodeURIComponent(address)}/transactions`
      const { transactions, next_page_key } = await call(Transactions, path, { query, signal })
      return {
        rows: rowsOf(Transaction, transactions, purchasePage)
          .filter(({ wallet_address }) => isSameAddress(wallet_address || address, address))
          .flatMap((row) => toPurchase(row) ?? []),
        next: next_page_key || undefined,
      }
    },
  }
}

const toCurrency = ({ id, name, symbol, networks }: z.output<typeof Asset>): PurchaseCurrency => ({
  id,
  name,
  symbol,
  networks: networks.flatMap((network) => {
    const known = networkOfCoinbase(network.name)
    return known
      ? [
          {
            name: network.name,
            display_name: network.display_name,
            chain_id: known.startsWith('eip155:') ? referenceOf(known) : known,
            contract_address: (network.contract_address ?? '').slice(0, 64),
          },
        ]
      : []
  }),
})

function nameOf({ chain_id }: Order['network']): string {
  const network: Caip2 | undefined = networkOfChain(chain_id)
  const name = network && coinbaseName(network)
  if (name === undefined) throw new ProviderError('Coinbase has no name for the network')
  return name
}

const quoteOf = ({ asset, network, payment, country = 'US', subdivision }: Order): object => ({
  purchase_currency: asset.id,
  purchase_network: network.name,
  payment_amount: payment.amount,
  payment_currency: payment.currency,
  payment_method: payment.method.toUpperCase(),
  country,
  ...(subdivision !== undefined && { subdivision }),
})

const toSum = ({ value, currency }: z.output<typeof Sum>) => ({
  amount: value,
  currency: cleanText(currency, symbolLength),
})
const toQuote = (quote: z.output<typeof CoinbaseQuote>): Quote => ({
  paymentTotal: toSum(quote.payment_total),
  paymentSubtotal: toSum(quote.payment_subtotal),
  purchaseAmount: toSum(quote.purchase_amount),
  coinbaseFee: toSum(quote.coinbase_fee),
  networkFee: toSum(quote.network_fee),
  quoteId: quote.quote_id,
})

function toPurchase(row: z.output<typeof Transaction>): Purchase | undefined {
  const at = Date.parse(row.created_at)
  if (!Number.isFinite(at)) return undefined
  const status = row.status.endsWith('_SUCCESS') ? 'done' : row.status.endsWith('_FAILED') ? 'failed' : 'pending'
  const symbol = row.purchase_amount?.currency || row.purchase_currency || ''
  return {
    id: row.transaction_id || `${row.created_at} ${row.tx_hash ?? ''}`,
    status,
    at,
    symbol: cleanText(symbol, symbolLength),
    amount: row.purchase_amount?.value ?? '0',
    network: networkOfCoinbase(row.purchase_network ?? ''),
    hash: row.tx_hash ?? '',
  }
}
