/** Buying through the gateway. The hosted API has neither options nor quotes: the callers fall back. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { Transaction } from '@airlock/protocol/gateway/history.ts'
import {
  type OnrampOptions,
  OnrampProvider,
  type OnrampUrlRequest,
  PaymentCurrency,
  PurchaseCurrency,
  type Quote,
  type QuoteRequest,
} from '@airlock/protocol/gateway/onramp.ts'
import * as z from 'zod/mini'
import { callGateway, type GatewayService, readRows } from './gateway-call.ts'

export interface Place {
  readonly country: string
  /** Only for the United States. */
  readonly subdivision?: string | undefined
}

/** Lists of the contract, with rows of any form: one invalid row discards only itself. */
const Rows = z.array(z.unknown()).check(z.maxLength(5_000))
const OptionLists = z.object({
  paymentCurrencies: Rows,
  purchaseCurrencies: Rows,
  providers: z.optional(Rows),
})
const most = { payment: 200, purchase: 500, providers: 16 } as const

/** @throws AirlockError NETWORK (`statusOf`: 404 if the service sells nothing), ABORTED */
export async function fetchOnrampOptions(
  service: GatewayService,
  place: Place,
  signal: AbortSignal,
): Promise<OnrampOptions> {
  const lists = await callGateway({ ...endpoints.onrampOptions, response: OptionLists }, service, {
    query: { ...place },
    signal,
  })
  return {
    paymentCurrencies: readRows(PaymentCurrency, lists.paymentCurrencies, most.payment),
    purchaseCurrencies: readRows(PurchaseCurrency, lists.purchaseCurrencies, most.purchase),
    ...(lists.providers && { providers: readRows(OnrampProvider, lists.providers, most.providers) }),
  }
}

/** @throws AirlockError NETWORK (`refusalOf`), ABORTED */
export const fetchOnrampQuote = (service: GatewayService, request: QuoteRequest, signal: AbortSignal): Promise<Quote> =>
  callGateway(endpoints.onrampQuote, service, { json: request, signal })

/** The address of the provider's checkout as the service returns it, unchecked. @throws AirlockError NETWORK, ABORTED */
export async function fetchOnrampUrl(
  service: GatewayService,
  request: OnrampUrlRequest,
  signal: AbortSignal,
): Promise<string> {
  const { url } = await callGateway(endpoints.onrampUrl, service, { json: request, signal })
  return url
}

const PurchaseList = z.object({ data: z.array(z.unknown()).check(z.maxLength(1_000)) })

/** The account's purchases from one provider, newest first: only the latest page. @throws AirlockError NETWORK, ABORTED */
export async function fetchPurchases(
  service: GatewayService,
  { address, provider }: { readonly address: string; readonly provider: string },
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const { data } = await callGateway({ ...endpoints.history, response: PurchaseList }, service, {
    param: address,
    query: { onramp: provider },
    signal,
  })
  return readRows(Transaction, data, 100)
}
