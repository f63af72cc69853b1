/** What can be bought and at what price: options for the user's region, and a quote of each provider for the current choice. */
import { limitOf } from '@airlock/protocol/gateway/onramp-rules.ts'
import { type Caip2, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { statusOf } from '../../../shared/http/bounded.ts'
import { refusalOf } from '../../core/api/gateway-call.ts'
import { fetchOnrampOptions, fetchOnrampQuote } from '../../core/api/onramp.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import {
  assetAtom,
  type Form,
  formAtom,
  offeredAtom,
  quotesAtom,
  type ShownQuote,
  sellersAtom,
} from './state/onramp.ts'
import { countryOf, currencyOf } from './state/onramp-places.ts'
import { assetKey, builtInOptions, mockedQuote, presets, problemOf, type Seller } from './state/onramp-rules.ts'

const optionsMs = 10 * 60_000
const settleMs = 400

/** Keeps what the user entered before, also for another account, because nothing in it belongs to the account. */
export function formOf({ store }: ModalContext): Form {
  const country = countryOf(navigator.languages)
  return (
    store.get(formAtom) ?? {
      amount: String(presets[0]),
      currency: currencyOf(country),
      method: 'card',
      country,
      subdivision: country === 'US' ? 'CA' : undefined,
      asset: undefined,
    }
  )
}

export interface Coins {
  readonly symbol: string
  readonly chainId: Caip2
}

/** Requests that were applied: after a purchase the view is shown again, and must keep what the user has chosen since. */
const applied = new WeakSet<Coins>()

/** @param wanted is selected once, if it is sold @returns a function that stops it */
export function startBuying(context: ModalContext, wanted?: Coins): () => void {
  const { store } = context
  const isNew = wanted !== undefined && !applied.has(wanted)
  if (isNew) applied.add(wanted)
  store.set(formAtom, { ...formOf(context), ...(isNew && { asset: assetKey(wanted.symbol, wanted.chainId) }) })
  context.scope.run(loadOptions(context))
  const stop = store.sub(activeConnectionAtom, () => requestQuotes(context))
  return () => {
    stop()
    context.scope.abort('onrampOptions', 'onrampQuotes')
  }
}

export async function loadOptions(context: ModalContext): Promise<void> {
  const { store } = context
  const service = gatewayOf(context)
  const form = store.get(formAtom)
  if (!service || !form) return store.set(offeredAtom, { status: 'failed' })
  const signal = context.scope.begin('onrampOptions')
  if (store.get(offeredAtom).status !== 'ready') store.set(offeredAtom, { status: 'loading' })
  const place = { country: form.country, subdivision: form.subdivision }
  try {
    const options = await queries.fetchQuery({
      queryKey: ['onramp-options', service.base, place],
      queryFn: (query) => fetchOnrampOptions(service, place, query.signal),
      staleTime: optionsMs,
    })
    if (signal.aborted) return
    store.set(offeredAtom, { status: 'ready', options, isBuiltIn: false })
  } catch (error) {
    if (signal.aborted) return
    // The built-in list replaces only a service that has no list (404); a failing service may sell other things.
    const isBuiltIn = statusOf(error) === 404
    store.set(
      offeredAtom,
      isBuiltIn
        ? { status: 'ready', options: builtInOptions(context.project.onramp?.meldKey), isBuiltIn }
        : { status: 'failed' },
    )
  }
  conform(context)
  requestQuotes(context)
}

/** Replaces a currency or payment method that is not accepted here by one that is. */
function conform({ store }: ModalContext): void {
  const form = store.get(formAtom)
  const offered = store.get(offeredAtom)
  if (!form || offered.status !== 'ready') return
  const { paymentCurrencies } = offered.options
  const known =
    paymentCurrencies.find(({ id }) => id === form.currency) ?? paymentCurrencies.find(({ id }) => id === 'USD')
  const currency = (known ?? paymentCurrencies[0])?.id ?? form.currency
  const other = form.method === 'card' ? 'ach_bank_account' : 'card'
  const hasMethod = limitOf(paymentCurrencies, currency, form.method) !== undefined
  store.set(formAtom, { ...form, currency, method: hasMethod ? form.method : other })
}

/** Handles a change by the user: a new region loads its options, anything else new quotes. */
export function change(context: ModalContext, part: Partial<Form>): void {
  const { store } = context
  const form = store.get(formAtom)
  if (!form) return
  store.set(formAtom, { ...form, ...part })
  if (part.country !== undefined || part.subdivision !== undefined) context.scope.run(loadOptions(context))
  else {
    conform(context)
    requestQuotes(context)
  }
}

/** Clears the quotes at once, and asks for new ones when the user pauses. */
export function requestQuotes(context: ModalContext): void {
  const { store, scope } = context
  const sellers = store.get(sellersAtom)
  store.set(quotesAtom, Object.fromEntries(sellers.map(({ name }) => [name, { status: 'loading' }])))
  const signal = scope.begin('onrampQuotes')
  const ask = () => {
    for (const seller of sellers) scope.run(loadQuote(context, seller, signal))
  }
  scope.after(settleMs, ask, signal)
}

async function loadQuote(context: ModalContext, seller: Seller, signal: AbortSignal): Promise<void> {
  const { store } = context
  const service = gatewayOf(context)
  const form = store.get(formAtom)
  const asset = store.get(assetAtom)
  const offered = store.get(offeredAtom)
  if (!service || !form || !asset || problemOf(form.amount, seller.paymentCurrencies, form)) return
  const { amount, currency } = form
  const set = (quote: ShownQuote) => {
    if (!signal.aborted) store.set(quotesAtom, { ...store.get(quotesAtom), [seller.name]: quote })
  }
  const mocked: ShownQuote = { status: 'ready', quote: mockedQuote(amount, currency), isEstimate: true }
  if (offered.status === 'ready' && offered.isBuiltIn) return set(mocked)
  try {
    const request = {
      purchaseCurrency: asset.currency,
      paymentCurrency: seller.paymentCurrencies.find(({ id }) => id === currency) ?? {
        id: currency,
        payment_method_limits: [],
      },
      amount,
      network: asset.network.name,
      provider: seller.name,
      paymentMethod: form.method,
      country: form.country,
      ...(form.subdivision !== undefined && { subdivision: form.subdivision }),
    }
    set({ status: 'ready', quote: await fetchOnrampQuote(service, request, signal), isEstimate: false })
  } catch (error) {
    if (statusOf(error) === 404) return set(mocked)
    const refusal = refusalOf(error)
    set(refusal?.status === 400 ? { status: 'refused', reason: refusal.description } : { status: 'failed' })
  }
}

/** The address of the account that buys; `undefined` if none is connected. */
export function buyerOf({ store }: ModalContext): string | undefined {
  const account = store.get(activeConnectionAtom)?.active
  return account && parseCaip10(account).address
}
