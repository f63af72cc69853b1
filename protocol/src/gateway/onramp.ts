/**
 * Buying with a card or from a bank account (specification §7 and §9). Fields of the hosted API keep their names;
 * fields that only our service returns are optional.
 */
import * as z from 'zod/mini'
import { Caip2 } from '../scalars/caip.ts'
import { Decimal, Text } from './text.ts'

/** Fiat, in units of the currency: `100` or `99.50`. */
export const Money = z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/))
/** ISO 4217. */
export const FiatCode = z.string().check(z.regex(/^[A-Z]{3}$/))
/** ISO 3166-1 alpha-2, and a state code if the provider requires one. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/))
export const Subdivision = z.string().check(z.regex(/^[A-Z0-9]{1,3}$/))
/** A provider's name in requests: `coinbase`, `meld`, or one chosen by an operator. */
export const ProviderName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/))

/** `card`, `ach_bank_account`: an open set. */
export const PaymentMethod = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/))
export const bankMethod = 'ach_bank_account'
export const cardMethod = 'card'

/** Minimum and maximum of one purchase. */
export const MethodLimit = z.object({ id: PaymentMethod, min: Money, max: Money })
export type MethodLimit = z.infer<typeof MethodLimit>
export const PaymentCurrency = z.object({
  id: FiatCode,
  payment_method_limits: z.array(MethodLimit).check(z.maxLength(16)),
})
export type PaymentCurrency = z.infer<typeof PaymentCurrency>

export const PurchaseNetwork = z.object({
  /** The provider's name for it, such as `ethereum-mainnet`. */
  name: z.string().check(z.maxLength(64)),
  display_name: Text,
  /** The number of an EVM network, or a CAIP-2 id. */
  chain_id: z.string().check(z.maxLength(41)),
  /** Empty: the network's own currency. */
  contract_address: z.string().check(z.maxLength(64)),
})
/** Not unique by `id`: the hosted API's own list repeats one. */
export const PurchaseCurrency = z.object({
  id: z.string().check(z.maxLength(64)),
  name: Text,
  symbol: z.string().check(z.maxLength(16)),
  networks: z.array(PurchaseNetwork).check(z.maxLength(32)),
})
export type PurchaseCurrency = z.infer<typeof PurchaseCurrency>

/** One provider of our service, and its offer. */
export const OnrampProvider = z.object({
  name: ProviderName,
  label: z.string().check(z.maxLength(32)),
  /** In percent, such as `1-2%`. Empty: shown by the checkout. */
  feeRange: z.string().check(z.maxLength(16)),
  /** Test mode: nothing is charged, and the delivered assets have no value. */
  isTest: z.optional(z.boolean()),
  paymentCurrencies: z.array(PaymentCurrency).check(z.maxLength(200)),
  /** The assets for sale, by network. */
  assets: z.array(z.object({ symbol: z.string().check(z.maxLength(16)), network: Caip2 })).check(z.maxLength(4_000)),
})
export type OnrampProvider = z.infer<typeof OnrampProvider>

export const OnrampOptions = z.object({
  paymentCurrencies: z.array(PaymentCurrency).check(z.maxLength(200)),
  purchaseCurrencies: z.array(PurchaseCurrency).check(z.maxLength(500)),
  /** Only ours. */
  providers: z.optional(z.array(OnrampProvider).check(z.maxLength(16))),
})
export type OnrampOptions = z.infer<typeof OnrampOptions>

export const QuoteRequest = z.object({
  purchaseCurrency: PurchaseCurrency,
  paymentCurrency: PaymentCurrency,
  amount: Money,
  /** `name` of the network. AppKit sends the currency's symbol here, which is useless. */
  network: z.string().check(z.maxLength(64)),
  provider: z.optional(ProviderName),
  paymentMethod: z.optional(PaymentMethod),
  country: z.optional(Country),
  subdivision: z.optional(Subdivision),
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

const Sum = z.object({ amount: Decimal, currency: z.string().check(z.maxLength(16)) })
export const Quote = z.object({
  paymentTotal: Sum,
  paymentSubtotal: Sum,
  /** The delivered amount. */
  purchaseAmount: Sum,
  /** The provider's fee, whichever provider it is. */
  coinbaseFee: Sum,
  networkFee: Sum,
  quoteId: Text,
})
export type Quote = z.infer<typeof Quote>

/** The quote that the modal creates if the service has none: amounts without fees, never a price. */
export const mockedQuoteId = 'mocked-quote-id'

/** Input for a checkout address (`POST /v1/generators/onrampurl`). Preset amounts are integers. */
export const OnrampUrlRequest = z.object({
  destinationWallets: z
    .array(
      z.object({
        address: z.string().check(z.minLength(1), z.maxLength(128)),
        blockchains: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(32))),
        assets: z.optional(z.array(z.string().check(z.maxLength(16))).check(z.maxLength(32))),
      }),
    )
    .check(z.minLength(1), z.maxLength(8)),
  partnerUserId: z.string().check(z.minLength(1), z.maxLength(50)),
  defaultNetwork: z.optional(z.string().check(z.maxLength(64))),
  defaultExperience: z.optional(z.enum(['buy', 'send'])),
  presetCryptoAmount: z.optional(z.int().check(z.nonnegative())),
  presetFiatAmount: z.optional(z.int().check(z.nonnegative())),
  /** Only ours: the user's other choices. Default of `provider`: the service's first. */
  provider: z.optional(ProviderName),
  paymentCurrency: z.optional(FiatCode),
  paymentMethod: z.optional(PaymentMethod),
  country: z.optional(Country),
  subdivision: z.optional(Subdivision),
})
export type OnrampUrlRequest = z.infer<typeof OnrampUrlRequest>

export const OnrampUrl = z.object({ url: z.string().check(z.minLength(1), z.maxLength(4_096)) })

/** `status` of a purchase among an account's transactions. */
export const purchaseStatus = {
  done: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  pending: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
} as const
