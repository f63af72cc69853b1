/** A payment on its way: what is filled in, what is known about it, what is reviewed, and what the wallet does with it. */
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { AssetId, Cost, Holding, Quote } from '../../shared/chains/sending.ts'
import type { Finding } from './recipient-rules.ts'

/** What is sent. Names are for show; amounts are counted with what the network says (`Holding`). */
export interface Chosen {
  readonly address: AssetId
  readonly name: string
  readonly symbol: string
  /** Of its picture on the gateway, unchecked. */
  readonly icon: string | undefined
  /** In dollars, of one unit. */
  readonly price: number | undefined
}

export interface Draft {
  /** Stays while it is edited, so that whoever has begun it knows it again. */
  readonly id: number
  /** Whose form this is; with its network. */
  readonly account: Caip10
  /** Where the payment is made; the wallet may be elsewhere. */
  readonly chainId: Caip2
  readonly token: Chosen | undefined
  readonly typed: string
  readonly unit: 'token' | 'fiat'
  /** The whole balance without the fee, whatever they are when it is sent. */
  readonly isMax: boolean
  readonly to: string
  /** The page has filled it in, not the visitor. */
  readonly isFromPage: boolean
  /** The account is another one than when the form was filled in. */
  readonly hasMoved: boolean
}

export type Facts =
  | { readonly status: 'loading' }
  /** `cost` is `undefined` where only the wallet knows it. */
  | { readonly status: 'ready'; readonly holding: Holding; readonly cost: Cost | undefined }
  | { readonly status: 'failed' }

export type Found =
  | { readonly status: 'none' }
  | { readonly status: 'looking' }
  /** `form`: neither address nor name. `name`: nobody has it. `failed`: it could not be looked up. */
  | { readonly status: 'invalid'; readonly why: 'form' | 'name' | 'failed' }
  | {
      readonly status: 'found'
      readonly address: string
      /** Safe to show. */
      readonly name: string | undefined
      readonly findings: readonly Finding[]
    }

export type Review =
  | { readonly status: 'loading' }
  /** `changed`: not as it was shown before. */
  | { readonly status: 'ready'; readonly quote: Quote; readonly isChanged: boolean }
  /** `fee`: it takes everything. */
  | { readonly status: 'failed'; readonly why: 'network' | 'fee' }

/** What a visitor can do about a payment that did not begin. */
export type Trouble =
  | 'declined'
  /** The wallet has another question open. */
  | 'pending'
  /** Another tab waits for the same wallet. */
  | 'elsewhere'
  | 'network'
  | 'funds'
  /** Another transaction of the account came first. */
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

/** The last payment that began, for whoever waits for it. */
export const lastSentAtom = atom<{ readonly draft: Draft; readonly id: string } | undefined>(undefined)

/** A payment with the same content was begun before and never answered: this page was reloaded, or its wallet was lost. */
export const isRepeatAtom = atom(false)

export const isUnderWay = ({ status }: Sending): boolean => status === 'checking' || status === 'waiting'

/** Recipients of payments on this device, the latest first. */
export interface Recent {
  readonly address: string
  readonly name?: string | undefined
}
export const recentsAtom = atom<readonly Recent[]>([])
