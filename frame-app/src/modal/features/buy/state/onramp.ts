/** Buying with a card: the offer, the user's choices, quotes, and the purchase that is under way. */
import type { OnrampOptions, Quote } from '@airlock/protocol/gateway/onramp.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { receivableAtom } from '../../receive/state/receivable.ts'
import { type Asset, assetsOf, type Method, type Seller, sellersOf } from './onramp-rules.ts'

export type Offered =
  | { readonly status: 'loading' }
  /** `isBuiltIn`: the service has no list, so its prices are not known either. */
  | { readonly status: 'ready'; readonly options: OnrampOptions; readonly isBuiltIn: boolean }
  | { readonly status: 'failed' }
export const offeredAtom = atom<Offered>({ status: 'loading' })

export interface Form {
  readonly amount: string
  readonly currency: string
  readonly method: Method
  readonly country: string
  readonly subdivision: string | undefined
  /** Key of the asset that the user has chosen; if absent, the one that the page has named is used, or the first. */
  readonly asset: string | undefined
  /** Values that a page has asked for. */
  readonly wanted?: Wanted | undefined
}
export interface Wanted {
  readonly symbol: string | undefined
  readonly chainId: Caip2 | undefined
}
export const formAtom = atom<Form | undefined>(undefined)

export const assetsAtom = atom((get): readonly Asset[] => {
  const offered = get(offeredAtom)
  return offered.status === 'ready' ? assetsOf(offered.options, get(receivableAtom)) : []
})
export const assetAtom = atom((get): Asset | undefined => {
  const assets = get(assetsAtom)
  const form = get(formAtom)
  const { symbol, chainId } = form?.wanted ?? {}
  const isWanted = (asset: Asset) =>
    (symbol === undefined || asset.symbol === symbol) && (chainId === undefined || asset.chainId === chainId)
  return assets.find(({ key }) => key === form?.asset) ?? assets.find(isWanted) ?? assets[0]
})
export const sellersAtom = atom((get): readonly Seller[] => {
  const offered = get(offeredAtom)
  return offered.status === 'ready' ? sellersOf(offered.options, get(assetAtom)) : []
})

export type ShownQuote =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'refused'; readonly reason: string }
  /** `isEstimate`: the service has no quotes; this is not a price. */
  | { readonly status: 'ready'; readonly quote: Quote; readonly isEstimate: boolean }
/** By the provider's name. */
export const quotesAtom = atom<Readonly<Record<string, ShownQuote>>>({})

/** What the user has decided to buy, and from which provider. */
export interface Buy {
  readonly seller: Seller
  readonly asset: Asset
  readonly form: Form
  readonly address: string
}

export type Link =
  | { readonly status: 'loading' | 'failed' | 'refused' }
  /** `host` is shown before it is opened. */
  | { readonly status: 'ready'; readonly url: string; readonly host: string }

/** `amount` and `symbol` as the provider reports them; safe to show. */
export interface Bought {
  readonly amount: string
  readonly symbol: string
  /** Unchecked. */
  readonly hash: string
}

export type Stage =
  /** Before the user leaves. `isBlocked`: the browser blocked the window. */
  | { readonly name: 'leaving'; readonly link: Link; readonly isBlocked: boolean }
  /** `isBack`: the user has returned to this page since. `isWatched` is false if the service reports no purchases. */
  | { readonly name: 'waiting'; readonly isBack: boolean; readonly isWatched: boolean }
  /** Paid; the provider has not sent it yet. */
  | { readonly name: 'paid'; readonly bought: Bought }
  | { readonly name: 'done'; readonly bought: Bought }
  | { readonly name: 'failed' }
  /** No payment was reported in time. */
  | { readonly name: 'late' }

export interface Purchase {
  readonly buy: Buy
  readonly stage: Stage
}
export const purchaseAtom = atom<Purchase | undefined>(undefined)
