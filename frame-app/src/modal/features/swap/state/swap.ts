import type { Leg } from '@airlock/protocol/gateway/convert.ts'
import { atom } from 'jotai'
import type { Address } from 'viem'
import type { GasPrice } from '../../../../shared/chains/eip155/fees.ts'
import type { ReviewSimulation } from '../../../../shared/chains/eip155/review.ts'
import type { Cost } from '../../../../shared/chains/sending.ts'
import type { Call } from '../../../../shared/swap/decode.ts'
import { type Choice, createForm, type FormDraft } from '../../submit/form.ts'

/** A token to give or to buy; `nativeToken` of the contract for the network's currency. */
export type SwapChoice = Choice<Address>

export interface SwapDraft extends FormDraft {
  readonly from: SwapChoice | undefined
  readonly to: SwapChoice | undefined
  /** Hundredths of a percent. */
  readonly slippageBps: number
}

/** As the network reports it, in the smallest unit. */
export interface Side {
  readonly balance: bigint
  readonly decimals: number
}

export type SwapFacts =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready'
      readonly from: Side
      /** `undefined` until a token is chosen. */
      readonly to: Side | undefined
      /** Of the network's currency, which pays the fee. */
      readonly currency: bigint
      /** `undefined` if only the wallet knows it. */
      readonly gasPrice: GasPrice | undefined
    }
  | { readonly status: 'failed' }

/** The request, and the parts of the gateway's answer that are shown. */
export interface SwapQuote {
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  readonly slippageBps: number
  readonly received: bigint
  /** The least to receive: computed here, and written into the call that is signed. */
  readonly minimum: bigint
  readonly feeBps: number
  readonly impactBps: number | undefined
  readonly route: readonly Leg[]
  /** The contract that needs an allowance; `undefined` if none does. */
  readonly spender: Address | undefined
  /** Units of gas; `undefined` if not known. */
  readonly gas: bigint | undefined
  readonly isTaxed: boolean
  /** Unix time in milliseconds. */
  readonly at: number
  readonly expiresAt: number
}

/** `small`: nothing would be received. `refused`: the gateway's answer does not fit the request. */
export type QuoteTrouble = 'noRoute' | 'small' | 'network' | 'expired' | 'refused' | 'busy'

export type Quoted =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly quote: SwapQuote }
  | { readonly status: 'failed'; readonly why: QuoteTrouble }

/**
 * `moved`: the current price no longer gives the minimum. `lies`: the transaction that was built differs from what is shown. `less`: the
 * simulation gives less than the minimum.
 */
export type ReviewTrouble = 'network' | 'moved' | 'lies' | 'less' | 'noRoute'

/** Allows exactly what the swap takes. */
export interface Allowance {
  readonly spender: Address
  /** Some tokens need a reset first. */
  readonly calls: readonly Call[]
}

export interface ReadySwap {
  /** The account that swaps; everything shown belongs to it. */
  readonly account: Address
  readonly quote: SwapQuote
  readonly call: Call
  /** Given in the same transaction, by a wallet that executes several calls as one; `undefined` if none is missing. */
  readonly allowance: Allowance | undefined
  readonly gas: bigint | undefined
  readonly gasPrice: GasPrice | undefined
  /** `undefined` if only the wallet knows it. */
  readonly fee: Cost | undefined
  readonly simulation: ReviewSimulation
}

export type SwapReview =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly why: ReviewTrouble }
  /** The router may not take the token yet. */
  | {
      readonly status: 'allow'
      readonly account: Address
      readonly quote: SwapQuote
      readonly spender: Address
      readonly allowed: bigint
    }
  | ({ readonly status: 'ready'; readonly isChanged: boolean } & ReadySwap)

export const swaps = createForm<SwapDraft>('Swap', 'SwapPreview')
export const {
  draftAtom: swapDraftAtom,
  progressAtom: swappingAtom,
  isRepeatAtom: isRepeatedSwapAtom,
  lastAtom: lastSwappedAtom,
} = swaps

export const swapFactsAtom = atom<SwapFacts>({ status: 'loading' })
export const quotedAtom = atom<Quoted>({ status: 'none' })
export const swapReviewAtom = atom<SwapReview>({ status: 'loading' })
/** Allows any amount of the token, now and later. The user chooses it for one approval at a time. */
export const isUnlimitedAtom = atom(false)
