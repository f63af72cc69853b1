import { atom } from 'jotai'
import type { AssetId, Cost, Holding, Quote } from '../../../../shared/chains/sending.ts'
import { type Choice, createForm, type FormDraft } from '../../submit/form.ts'
import type { Finding } from './recipient-rules.ts'

export type Chosen = Choice<AssetId>

export interface Draft extends FormDraft {
  readonly token: Chosen | undefined
  readonly unit: 'token' | 'fiat'
  readonly to: string
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

export const payments = createForm<Draft>('Send', 'SendReview')
export const { draftAtom, progressAtom: sendingAtom, isRepeatAtom, lastAtom: lastSentAtom } = payments

export const factsAtom = atom<Facts>({ status: 'loading' })
export const foundAtom = atom<Found>({ status: 'none' })
export const reviewAtom = atom<Review>({ status: 'loading' })

/** Recipients of payments on this device, the latest first. */
export interface Recent {
  readonly address: string
  readonly name?: string | undefined
}
export const recentsAtom = atom<readonly Recent[]>([])
