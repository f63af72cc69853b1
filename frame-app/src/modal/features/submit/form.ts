/** What the forms of payments and swaps have in common, and how far the wallet is with what was filled in. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'

/** A token to send, to give or to buy. Names are for display; amounts use the network's values. */
export interface Choice<Id extends string | undefined> {
  readonly address: Id
  readonly name: string
  readonly symbol: string
  /** Address of its picture on the gateway, unchecked. */
  readonly icon: string | undefined
  /** Price of one unit, in dollars. */
  readonly price: number | undefined
}

/** A token as the pickers list it. */
export type Listed<Token> = Token & {
  /** Units with at most four decimals, for display; empty if none or unknown. */
  readonly amount: string
}

/** The page's network names the currency; entries for it in token lists do not count. */
export const currencyAs = <Id extends string | undefined>(
  address: Id,
  { currency: { name, symbol } }: Network,
): Listed<Choice<Id>> => ({ address, name, symbol, icon: undefined, price: undefined, amount: '' })

export interface FormDraft {
  /** Stays the same while the draft is edited, so that a page that waits for it can recognise it. */
  readonly id: number
  /** The account that the form belongs to, with its network. */
  readonly account: Caip10
  /** The network of the transaction; the wallet may be on another one. */
  readonly chainId: Caip2
  readonly typed: string
  /** The whole balance without the fee, both as they are when it is sent. */
  readonly isMax: boolean
  /** Filled in by the page, not by the user. */
  readonly isFromPage: boolean
  /** The account has changed since the form was filled in. */
  readonly hasMoved: boolean
}

/** Why nothing was sent, as far as the user can act on it. */
export type Trouble =
  | 'declined'
  /** The wallet has another request open. */
  | 'pending'
  /** Another tab is waiting for the same wallet. */
  | 'elsewhere'
  | 'network'
  | 'funds'
  /** Another transaction of the account has taken the nonce. */
  | 'nonce'
  | 'switch'
  /** It is not known whether the wallet has sent it. */
  | 'unknown'
  | 'failed'

export type Progress =
  | { readonly status: 'idle' }
  /** Before the wallet is asked, everything is read once more. */
  | { readonly status: 'checking' }
  /** `confirming`: the wallet has sent an allowance or several calls, which are not in a block yet. */
  | { readonly status: 'waiting' | 'confirming'; readonly isSlow: boolean }
  | { readonly status: 'over'; readonly trouble: Trouble }

export const isUnderWay = ({ status }: Progress): boolean => status !== 'idle' && status !== 'over'

/** @param view of the form; the names of its other views begin with this */
export const createForm = <Draft extends FormDraft>(
  view: 'Send' | 'Swap',
  reviewView: 'SendReview' | 'SwapPreview',
) => ({
  view,
  reviewView,
  draftAtom: atom<Draft | undefined>(undefined),
  progressAtom: atom<Progress>({ status: 'idle' }),
  /** The same was begun before and never answered, because the page was reloaded or the wallet did not answer. */
  isRepeatAtom: atom(false),
  /** The last that was sent, for a page that waits for it. */
  lastAtom: atom<{ readonly draft: Draft; readonly id: string } | undefined>(undefined),
})
export type Form<Draft extends FormDraft> = ReturnType<typeof createForm<Draft>>
/** What does not depend on the kind of the draft. */
export type AnyForm = Omit<Form<FormDraft>, 'draftAtom' | 'lastAtom'>
