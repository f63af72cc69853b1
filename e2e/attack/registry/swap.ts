/** Swaps: malicious gateways, hostile tokens and moved pools. */
import type { Case } from './case.ts'
import { badDays, swapGuard, swaps } from './proofs.ts'

const swap = 'frame-app/src/shared/swap'
const convert = 'service/src/gateway/convert'
const check = `${swap}/check.test.ts`

export const swapCases: readonly Case[] = [
  {
    id: 'C158',
    title: 'a gateway quotes too much, another amount or token, or a fee that no router charges',
    ends: ['modal'],
    defence: [`${swap}/check.ts#checkQuote`],
    proof: [check],
  },
  {
    id: 'C159',
    title: 'a gateway builds a swap whose proceeds go to another account, or stay in the router',
    ends: ['modal'],
    defence: [`${swap}/check.ts#anotherRecipient`, `${swap}/decode.ts#readHandingOn`],
    proof: [check, swapGuard],
  },
  {
    id: 'C160',
    title: 'a gateway builds a call to a contract that is not a router of the network, or for another network',
    ends: ['modal'],
    defence: [`${swap}/decode.ts#unknownTarget`, `${swap}/check.ts#anotherChain`],
    proof: [check],
  },
  {
    id: 'C161',
    title: 'a gateway builds an approval that is unlimited, for an unknown spender, or of another token',
    ends: ['modal'],
    defence: [`${swap}/check-approval.ts#checkApproval`],
    proof: [check],
  },
  {
    id: 'C162',
    title: 'a gateway adds a call to a swap, hides bytes in it, or swaps another token',
    ends: ['modal'],
    defence: [`${swap}/decode.ts#decode`, `${swap}/decode.ts#readBatch`, `${swap}/check.ts#anotherToken`],
    proof: [check, swapGuard],
  },
  {
    id: 'C163',
    title: 'a gateway builds a swap with a lower minimum or a higher fee than the screen shows',
    ends: ['modal'],
    defence: [`${swap}/check.ts#lowMinimum`, `${swap}/check.ts#highFee`],
    proof: [check, swapGuard],
  },
  {
    id: 'C358',
    title: 'a swap or an allowance that takes or grants more than the screen shows, as its simulation tells',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/features/swap/swap-prepare.ts#contradictionOf',
      'frame-app/src/shared/chains/eip155/review.ts#exceedsAllowance',
    ],
    proof: ['frame-app/test/swap-contradiction.test.ts', 'frame-app/test/swap-bad-days.full.test.ts'],
  },
  {
    id: 'C164',
    title: 'a gateway changes the coins or the amount of a swap, or lets it wait for days',
    ends: ['modal'],
    defence: [`${swap}/check.ts#anotherValue`, `${swap}/check.ts#lateDeadline`],
    proof: [check],
  },
  {
    id: 'C165',
    title: 'a token charges a fee on transfers, so that a quote promises too much',
    ends: ['service'],
    defence: [`${convert}/pools/taxes.ts#createTaxes`],
    proof: [swaps],
  },
  {
    id: 'C166',
    title: 'a caller or an aggregator has the gateway build an approval for an unknown spender',
    ends: ['service'],
    defence: [`${convert}/convert.ts#spenderOf`, `${convert}/aggregator.ts#allowanceTarget`],
    proof: [swaps, 'service/test/gateway/convert/aggregator.test.ts'],
  },
  {
    id: 'C167',
    title: 'a pool is moved or drained between the quote, the call and its block',
    ends: ['service'],
    defence: [`${convert}/trades.ts#priceMoved`, `${convert}/pools/calls.ts#callSwapRouter02`],
    proof: [swaps],
  },
  {
    id: 'C174',
    title: 'a gateway lies in the middle of a swap: quote, call, approval or spender are others than on the screen',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/features/swap/swap-prepare.ts#checkSwap',
      'frame-app/src/modal/features/swap/swap-prepare.ts#contradictionOf',
      'frame-app/src/modal/features/swap/swap-review.ts#isRouter',
      'frame-app/src/modal/features/swap/swap-review.ts#checkApproval',
    ],
    proof: [badDays],
  },
  {
    id: 'C175',
    title: 'the account, the pool or the node changes between the review of a swap and the press',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/features/submit/submit.ts#ownerIn',
      'frame-app/src/modal/features/swap/swap-prepare.ts#prepareSwap',
    ],
    proof: [badDays],
  },
  {
    id: 'C179',
    title: 'a wallet lies about several calls as one: its capabilities, the accepted calls, and their outcome',
    ends: ['modal'],
    defence: [
      'frame-app/src/modal/core/api/wallet-calls.ts#readTaken',
      'frame-app/src/modal/core/api/wallet-calls.ts#readBatchState',
      'frame-app/src/modal/core/api/capabilities.ts#readCapabilities',
      'frame-app/src/modal/features/pairing/walletconnect/capabilities.ts#readSessionCapabilities',
    ],
    proof: ['frame-app/test/wallet-calls.test.ts', 'frame-app/test/swap-batch.full.test.ts'],
  },
]
