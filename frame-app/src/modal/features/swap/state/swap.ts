/** A swap: its draft, the facts about it, its quote, its review, and the wallet's progress. */
import type { Leg } from '@airlock/protocol/gateway/convert.ts'
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { Address } from 'viem'
import type { GasPrice } from '../../../../shared/chains/eip155/fees.ts'
import type { ReviewSimulation } from '../../../../shared/chains/eip155/review.ts'
import type { Call } from '../../../../shared/swap/decode.ts'
import type { Sending } from '../../send/state/send.ts'

/** A token to give or to buy. Names are for display; amounts use the network's values (`SwapFacts`). */
export interface SwapChoice {
  /** `nativeToken` of the contract for the network's currency. */
  readonly address: Address
  readonly name: string
  readonly symbol: string
  /** Address of its picture on the gateway, unchecked. */
  readonly icon: string | undefined
  /** Price of one unit, in dollars. */
  readonly price: number | undefined
}

export interface SwapDraft {
  /** Stays the same while the draft is edited, so that a page that waits for it can recognise it. */
  readonly id: number
  readonly account: Caip10
  readonly chainId: Caip2
  readonly from: SwapChoice | undefined
  readonly to: SwapChoice | undefined
  readonly typed: string
  /** The whole balance without the fee, both as they are when it is sent. */
  readonly isMax: boolean
  /** Hundredths of a percent. */
  readonly slippageBps: number
  /** Filled in by the page, not by the user. */
  readonly isFromPage: boolean
  /** The account has changed since the form was filled in. */
  readonly hasMoved: boolean
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

/** In the smallest unit of the network's currency. */
export interface Cost {
  readonly expected: bigint
  readonly most: bigint
}

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

/** `confirming`: the wallet has sent an approval or a batch, which is not in a block yet. */
export type Swapping = Sending | { readonly status: 'confirming'; readonly isSlow: boolean }

export const swapDraftAtom = atom<SwapDraft | undefined>(undefined)
export const swapFactsAtom = atom<SwapFacts>({ status: 'loading' })
export const quotedAtom = atom<Quoted>({ status: 'none' })
export const swapReviewAtom = atom<SwapReview>({ status: 'loading' })
export const swappingAtom = atom<Swapping>({ status: 'idle' })
/** Allows any amount of the token, now and later. The user chooses it for one approval at a time. */
export const isUnlimitedAtom = atom(false)
/** A swap with the same content was begun before and never answered. */
export const isRepeatedSwapAtom = atom(false)

/** The last swap that was sent, for a page that waits for it. */
export const lastSwappedAtom = atom<{ readonly draft: SwapDraft; readonly id: string } | undefined>(undefined)

export const isSwapUnderWay = ({ status }: Swapping): boolean =>
  status === 'checking' || status === 'waiting' || status === 'confirming'
