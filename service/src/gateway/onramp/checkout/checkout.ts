/**
 * A checkout page of the operator, or of a seller that implements this interface: the user opens `page` with a signed order; the gateway
 * calls `offer`, `quote` and `purchases` below it, with signed requests (docs/hosting.md).
 */
import { randomUUID } from 'node:crypto'
import { PaymentCurrency, PurchaseCurrency, Quote } from '@airlock/protocol/gateway/onramp.ts'
import { networkOfChain } from '@airlock/protocol/gateway/onramp-rules.ts'
import { Decimal } from '@airlock/protocol/gateway/text.ts'
import * as z from 'zod/mini'
import { cleanText, symbolLength } from '../../networks/text.ts'
import { createCaller, ProviderError, rowsOf } from '../ask.ts'
import { toLimit, toOffer } from '../offer.ts'
import { isSameAddress, type OnrampProvider, type Order, type Purchase, purchasePage } from '../provider.ts'
import { signatureHeader, signOrder, signQuestion } from './signature.ts'

export type CheckoutSettings = Pick<OnrampProvider, 'name' | 'label' | 'feeRange' | 'isTest'> & {
  /** URL of the checkout page. */
  readonly page: string
  /** URL for the gateway's requests; may be in the operator's own network. */
  readonly api: string
  readonly secret: Uint8Array
}

const Rows = z.array(z.unknown()).check(z.maxLength(20_000))
const OfferAnswer = z.object({ paymentCurrencies: Rows, purchaseCurrencies: Rows })
const PurchasesAnswer = z.object({ purchases: Rows })
const PurchaseRow = z.object({
  reference: z.string().check(z.minLength(1), z.maxLength(64)),
  status: z.enum(['pending', 'done', 'failed']),
  /** Unix milliseconds. */
  at: z.int().check(z.nonnegative(), z.maximum(8.64e15)),
  address: z.string().check(z.maxLength(128)),
  network: z.string().check(z.maxLength(41)),
  asset: z.string().check(z.maxLength(64)),
  amount: Decimal,
  hash: z.nullish(z.string().check(z.regex(/^(0x)?[0-9A-Za-z]{1,100}$/))),
})

export function createCheckout(settings: CheckoutSettings, now: () => number): OnrampProvider {
  const { name, label, feeRange, isTest, page, api, secret } = settings
  const seconds = () => Math.floor(now() / 1_000)
  const call = createCaller(api, (url, body) => ({
    [signatureHeader]: signQuestion(`${url.pathname}${url.search}`, body ?? '', secret, seconds()),
  }))
  return {
    name,
    label,
    feeRange,
    isTest,
    origins: [new URL(page).origin],
    async offer({ country, subdivision }, signal) {
      const query = { ...(country !== undefined && { country }), ...(subdivision !== undefined && { subdivision }) }
      const answer = await call(OfferAnswer, 'offer', { query, signal })
      const payments = rowsOf(PaymentCurrency, answer.paymentCurrencies, 200).map(({ id, payment_method_limits }) => ({
        id,
        payment_method_limits: payment_method_limits.flatMap((one) => toLimit(one.id, one.min, one.max) ?? []),
      }))
      return toOffer(payments, rowsOf(PurchaseCurrency, answer.purchaseCurrencies, 500))
    },
    async quote(order, signal) {
      return call(Quote, 'quote', { json: fieldsOf(order), signal })
    },
    async url(order) {
      const network = networkOfChain(order.network.chain_id)
      if (!network) throw new ProviderError('The network has no name')
      const fields = { ...fieldsOf(order), reference: randomUUID(), address: order.address }
      return signOrder(page, fields, secret, seconds())
    },
    async purchases({ address, signal }) {
      const { purchases } = await call(PurchasesAnswer, 'purchases', { query: { address }, signal })
      const own = rowsOf(PurchaseRow, purchases, purchasePage).filter((row) => isSameAddress(row.address, address))
      return { rows: own.map(toPurchase), next: undefined }
    },
  }
}

const fieldsOf = ({ asset, network, payment }: Order) => ({
  network: networkOfChain(network.chain_id) ?? '',
  asset: asset.symbol,
  ...payment,
})

const toPurchase = (row: z.output<typeof PurchaseRow>): Purchase => ({
  id: row.reference,
  status: row.status,
  at: row.at,
  symbol: cleanText(row.asset, symbolLength),
  amount: row.amount,
  network: networkOfChain(row.network),
  hash: row.hash ?? '',
})
