/** A payment: its draft, the facts about it, its review, and the wallet's progress. */
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { AssetId, Cost, Holding, Quote } from '../../../../shared/chains/sending.ts'
import type { Finding } from './recipient-rules.ts'

/** The token to send. Names are for display; amounts use the network's values (`Holding`). */
export interface Chosen {
  readonly address: AssetId
  readonly name: string
  readonly symbol: string
  /** Address of its picture on the gateway, unchecked. */
  readonly icon: string | undefined
  /** Price of one unit, in dollars. */
  readonly price: number | undefined
}

export interface Draft {
  /** Stays the same while the draft is edited, so that a page that waits for it can recognise it. */
  readonly id: number
  /** The account that the form belongs to, with its network. */
  readonly account: Caip10
  /** The network of the payment; the wallet may be on another one. */
  readonly chainId: Caip2
  readonly token: Chosen | undefined
  readonly typed: string
  readonly unit: 'token' | 'fiat'
  /** The whole balance without the fee, both as they are when it is sent. */
  readonly isMax: boolean
  readonly to: string
  /** Filled in by the page, not by the user. */
  readonly isFromPage: boolean
  /** The account has changed since the form was filled in. */
  readonly hasMoved: boolean
}

export type Facts =
  | { readonly status: 'loading' }
  /** `cost` is `undefined` if only the wallet knows it. */
  | { readonly status: 'ready'; readonly holding: Holding; readonly cost: Cost | undefined }
  | { readonly status: 'failed' }

export type Found =
  | { readonly status: 'none' }
  | { readonly status: 'looking' }
  /** `form`: neither address nor name. `name`: not registered. `failed`: it could not be looked up. */
  | { readonly status: 'invalid'; readonly why: 'form' | 'name' | 'disputed' | 'failed' }
  | {
      readonly status: 'found'
      readonly address: string
      /** Safe to show. */
      readonly name: string | undefined
      readonly findings: readonly Finding[]
    }

export type Review =
  | { readonly status: 'loading' }
  /** `isChanged`: differs from what was shown before. */
  | { readonly status: 'ready'; readonly quote: Quote; readonly isChanged: boolean }
  /** `fee`: the fee takes everything. */
  | { readonly status: 'failed'; readonly why: 'network' | 'fee' }

/** Why a payment was not sent, as far as the user can act on it. */
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

export type Sending =
  | { readonly status: 'idle' }
  /** Before the wallet is asked, everything is read once more. */
  | { readonly status: 'checking' }
  /** `isSlow` from 8 s on. */
  | { readonly status: 'waiting'; readonly isSlow: boolean }
  | { readonly status: 'over'; readonly trouble: Trouble }

export const draftAtom = atom<Draft | undefined>(undefined)
export const factsAtom = atom<Facts>({ status: 'loading' })
export const foundAtom = atom<Found>({ status: 'none' })
export const reviewAtom = atom<Review>({ status: 'loading' })
export const sendingAtom = atom<Sending>({ status: 'idle' })

/** The last payment that was sent, for a page that waits for it. */
export const lastSentAtom = atom<{ readonly draft: Draft; readonly id: string } | undefined>(undefined)

/** A payment with the same content was begun before and never answered, because the page was reloaded or the wallet did not answer. */
export const isRepeatAtom = atom(false)

export const isUnderWay = ({ status }: Sending): boolean => status === 'checking' || status === 'waiting'

/** Recipients of payments on this device, the latest first. */
export interface Recent {
  readonly address: string
  readonly name?: string | undefined
}
export const recentsAtom = atom<readonly Recent[]>([])
