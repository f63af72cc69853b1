/** Buying with a card: the form, providers, and each stage of a purchase. */
import type { OnrampOptions, Quote } from '@airlock/protocol/gateway/onramp.ts'
import {
  type Buy,
  type Form,
  formAtom,
  type Offered,
  offeredAtom,
  purchaseAtom,
  quotesAtom,
  type ShownQuote,
  type Stage,
} from '../../../frame-app/src/modal/features/buy/state/onramp.ts'
import {
  assetsOf,
  builtInOptions,
  mockedQuote,
  sellersOf,
} from '../../../frame-app/src/modal/features/buy/state/onramp-rules.ts'
import { address, connected, ethereum, longName, manyNetworks, offer } from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'

const settings = { project: { gatewayUrl: 'https://gateway.example', onramp: { checkoutOrigins: [] } } }
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const paymentCurrencies = ['USD', 'EUR', 'GBP'].map((id) => ({ id, payment_method_limits: limits }))
const seller = { feeRange: '1-2%', paymentCurrencies, assets: [{ symbol: 'ETH', network: ethereum.id }] }
const options: OnrampOptions = {
  paymentCurrencies,
  purchaseCurrencies: [
    {
      id: 'ETH',
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1', contract_address: '' }],
    },
  ],
  providers: [
    { ...seller, name: 'coinbase', label: 'Coinbase' },
    { ...seller, name: 'meld', label: 'Meld.io', feeRange: '' },
    { ...seller, name: 'test-checkout', label: 'Test checkout', isTest: true, feeRange: '1.5%' },
  ],
}
const quote: Quote = {
  paymentTotal: { amount: '100', currency: 'USD' },
  paymentSubtotal: { amount: '97.50', currency: 'USD' },
  purchaseAmount: { amount: '0.031243', currency: 'ETH' },
  coinbaseFee: { amount: '1.50', currency: 'USD' },
  networkFee: { amount: '1.00', currency: 'USD' },
  quoteId: 'q',
}
const form: Form = {
  amount: '100',
  currency: 'USD',
  method: 'card',
  country: 'US',
  subdivision: 'CA',
  asset: undefined,
}
const priced: ShownQuote = { status: 'ready', quote, isEstimate: false }
const ready: Offered = { status: 'ready', options, isBuiltIn: false }
const all = (one: ShownQuote) => ({ coinbase: one, meld: one, 'test-checkout': one })

interface Arranged {
  offered?: Offered
  form?: Partial<Form>
  quotes?: Readonly<Record<string, ShownQuote>>
}
function arrange(store: Store, { offered = ready, form: changed, quotes = all(priced) }: Arranged): void {
  offer(store, manyNetworks)
  connected(store)
  store.set(formAtom, { ...form, ...changed })
  store.set(offeredAtom, offered)
  store.set(quotesAtom, quotes)
}
const buying = (state: string, arranged: Arranged): GalleryState<'OnRamp'> => ({
  state,
  route: { view: 'OnRamp' },
  below: 'Account',
  settings,
  arrange: (store) => arrange(store, arranged),
})

export const buyStates: StatesOf<'OnRamp'> = [
  buying('loading', { offered: { status: 'loading' } }),
  buying('failed', { offered: { status: 'failed' } }),
  buying('prices', {}),
  buying('by-page', { form: { wanted: { symbol: 'ETH', chainId: undefined } } }),
  buying('elsewhere', { form: { country: 'DE', currency: 'EUR', subdivision: undefined } }),
  buying('prices-loading', { quotes: all({ status: 'loading' }) }),
  buying('prices-failed', { quotes: { ...all(priced), meld: { status: 'failed' } } }),
  buying('refused', {
    quotes: { ...all(priced), meld: { status: 'refused', reason: 'The provider has no quote for this (400)' } },
  }),
  buying('estimate', {
    offered: { status: 'ready', options: builtInOptions(undefined), isBuiltIn: true },
    quotes: { coinbase: { status: 'ready', quote: mockedQuote('100', 'USD'), isEstimate: true } },
  }),
  buying('too-little', { form: { amount: '9' } }),
  buying('too-much', { form: { amount: '7501' } }),
  buying('no-amount', { form: { amount: '' } }),
  buying('bank', { form: { method: 'ach_bank_account', amount: '20000' } }),
  buying('long-names', {
    offered: {
      ...ready,
      options: { ...options, providers: [{ ...seller, name: 'long', label: longName, feeRange: '12.25-14.75%' }] },
    },
  }),
  buying('nothing', {
    offered: {
      status: 'ready',
      options: { paymentCurrencies, purchaseCurrencies: [], providers: [] },
      isBuiltIn: false,
    },
  }),
  buying('no-provider', { offered: { ...ready, options: { ...options, providers: [] } } }),
  { state: 'not-connected', route: { view: 'OnRamp' }, settings },
]

const [asset] = assetsOf(options, [ethereum])
const [coinbase, , test] = sellersOf(options, asset)
const url = 'https://pay.coinbase.com/buy/select-asset?sessionToken=1'
const bought = { amount: '0.031', symbol: 'ETH', hash: '' }

function purchase(
  state: string,
  stage: Stage,
  { isTest = false, isEstimate = false }: { isTest?: boolean; isEstimate?: boolean } = {},
): GalleryState<'BuyInProgress'> {
  return {
    state,
    below: 'OnRamp',
    settings,
    arrange(store) {
      arrange(store, {
        quotes: all(isEstimate ? { status: 'ready', quote: mockedQuote('100', 'USD'), isEstimate } : priced),
      })
      const one = isTest ? test : coinbase
      if (!asset || !one) return
      const buy: Buy = { seller: one, asset, form, address }
      store.set(purchaseAtom, { buy, stage })
    },
  }
}
const leaving = (link: Extract<Stage, { name: 'leaving' }>['link'], isBlocked = false): Stage => ({
  name: 'leaving',
  link,
  isBlocked,
})
const open = { status: 'ready', url, host: 'pay.coinbase.com' } as const

export const purchaseStates: StatesOf<'BuyInProgress'> = [
  purchase('leaving-loading', leaving({ status: 'loading' })),
  purchase('leaving', leaving(open)),
  purchase('leaving-estimate', leaving(open), { isEstimate: true }),
  purchase('leaving-test', leaving(open), { isTest: true }),
  purchase('leaving-blocked', leaving(open, true)),
  purchase('leaving-failed', leaving({ status: 'failed' })),
  purchase('leaving-refused', leaving({ status: 'refused' })),
  purchase('waiting', { name: 'waiting', isBack: false, isWatched: true }),
  purchase('waiting-back', { name: 'waiting', isBack: true, isWatched: true }),
  purchase('waiting-unwatched', { name: 'waiting', isBack: false, isWatched: false }),
  purchase('paid', { name: 'paid', bought }),
  purchase('done', { name: 'done', bought }),
  purchase('failed', { name: 'failed' }),
  purchase('late', { name: 'late' }),
  { state: 'gone', below: 'OnRamp', settings },
]
