/** Makes the review of a missing allowance, or of the swap itself. Exactly what is shown is signed. */

import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import type { Ask } from '../../../shared/chains/sending.ts'
import { isSame } from '../../../shared/swap/decode.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { capabilitiesOf } from '../../session/capabilities.ts'
import { go } from '../../session/navigate.ts'
import { networksAtom } from '../../session/state/network.ts'
import { isBegun } from '../ledger/unanswered.ts'
import { isUnderWay } from '../submit/form.ts'
import {
  isRepeatedSwapAtom,
  isUnlimitedAtom,
  type QuoteTrouble,
  quotedAtom,
  type ReadySwap,
  type ReviewTrouble,
  type SwapDraft,
  type SwapQuote,
  type SwapReview,
  swapDraftAtom,
  swappingAtom,
  swapReviewAtom,
} from './state/swap.ts'
import { swapFormAtom } from './state/swap-form.ts'
import { buildApproval, readAllowance } from './swap-allowance.ts'
import { prepareSwap, swapperOf } from './swap-prepare.ts'
import { readSwapQuote } from './swap-quote.ts'

const everyMs = 10_000

export function reviewSwap(context: ModalContext): void {
  const { store } = context
  const form = store.get(swapFormAtom)
  if (!form || form.problem !== undefined || form.mustSwitch || isUnderWay(store.get(swappingAtom))) return
  store.set(swappingAtom, { status: 'idle' })
  store.set(isUnlimitedAtom, false)
  store.set(swapReviewAtom, { status: 'loading' })
  go.push(context, { view: 'SwapPreview' })
  const quoted = store.get(quotedAtom)
  if (quoted.status === 'ready') context.scope.run(readSwapReview(context, quoted.quote))
}

/** Starts again with a new quote, after the price has changed or the network was out of reach. */
export async function reviewSwapAgain(context: ModalContext): Promise<void> {
  const { store } = context
  store.set(swapReviewAtom, { status: 'loading' })
  await readSwapQuote(context)
  const quoted = store.get(quotedAtom)
  // Without an answer, the last quote is used until it expires.
  if (quoted.status === 'ready') return readSwapReview(context, quoted.quote)
  const isGone = quoted.status === 'failed' && noSwap.has(quoted.why)
  store.set(swapReviewAtom, { status: 'failed', why: isGone ? 'noRoute' : 'network' })
}

const noSwap: ReadonlySet<QuoteTrouble> = new Set<QuoteTrouble>(['noRoute', 'small', 'refused'])

/** Builds the same swap again while it is shown, to show a changed price before the button is pressed. @returns a function that stops it */
export function watchReview(context: ModalContext): () => void {
  const { store } = context
  const stop = context.scope.every(everyMs, () => {
    const review = store.get(swapReviewAtom)
    const isIdle = !document.hidden && !isUnderWay(store.get(swappingAtom))
    if (isIdle && review.status === 'ready') context.scope.run(readSwapReview(context, review.quote, true))
  })
  return () => {
    stop()
    context.scope.abort('swapReview')
  }
}

/** @param isQuiet keeps what is shown unless something changes for the user */
export async function readSwapReview(context: ModalContext, quote: SwapQuote, isQuiet = false): Promise<void> {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  const signal = context.scope.begin('swapReview')
  if (!draft) return
  if (!isQuiet) store.set(swapReviewAtom, { status: 'loading' })
  const review = await makeReview(context, draft, quote, signal).catch((): SwapReview | undefined => undefined)
  if (signal.aborted || isUnderWay(store.get(swappingAtom))) return
  if (!review) return store.set(swapReviewAtom, { status: 'failed', why: 'network' })
  // While the network is out of reach the last answer stays; the button asks again.
  if (isQuiet && review.status === 'failed' && review.why === 'network') return
  store.set(isRepeatedSwapAtom, isBegun(context, draft.account, swapContentOf(quote)))
  const shown = store.get(swapReviewAtom)
  const isChanged = shown.status === 'ready' && shown.isChanged
  store.set(swapReviewAtom, review.status === 'ready' && isQuiet ? { ...review, isChanged } : review)
}

async function makeReview(
  context: ModalContext,
  draft: SwapDraft,
  quote: SwapQuote,
  signal: AbortSignal,
): Promise<SwapReview> {
  const { spender, from, amount } = quote
  if (spender !== undefined && from !== nativeToken) {
    if (!isRouter(context, draft, spender)) return { status: 'failed', why: 'lies' }
    const network = context.store.get(networksAtom).find(({ id }) => id === draft.chainId)
    if (!network) return { status: 'failed', why: 'noRoute' }
    const ask = await askerOf(context, network, signal)
    const account = swapperOf(draft)
    const allowed = await readAllowance(ask, from, account, spender)
    if (allowed < amount) {
      const missing = { account, quote, spender, allowed }
      return (await batchOf(context, draft, missing, ask, signal)) ?? { status: 'allow', ...missing }
    }
  }
  return toReview(await prepareSwap(context, draft, quote, undefined, signal))
}

const toReview = (ready: ReadySwap | ReviewTrouble): SwapReview =>
  typeof ready === 'string' ? { status: 'failed', why: ready } : { status: 'ready', isChanged: false, ...ready }

type Missing = Omit<Extract<SwapReview, { status: 'allow' }>, 'status'>

/** Both steps as one transaction. @returns `undefined` if the wallet does not support it */
async function batchOf(
  context: ModalContext,
  draft: SwapDraft,
  { quote, spender }: Missing,
  ask: Ask,
  signal: AbortSignal,
): Promise<SwapReview | undefined> {
  if (!(await capabilitiesOf(context, draft.account, draft.chainId))?.isAtomic) return undefined
  const calls = await buildApproval(context, draft, { quote, spender }, { isUnlimited: false, ask, signal })
  if (typeof calls === 'string') return { status: 'failed', why: calls }
  return toReview(await prepareSwap(context, draft, quote, { spender, calls }, signal))
}

function isRouter({ project }: ModalContext, { chainId }: SwapDraft, spender: string): boolean {
  const network = swapNetworkOf(chainId, project)
  return [network?.v2?.router, network?.v3?.router].some((router) => router !== undefined && isSame(router, spender))
}

/** Identifies a swap after a reload (`unanswered.ts`). */
export const swapContentOf = ({ from, to }: SwapQuote): string =>
  JSON.stringify(['swap', from.toLowerCase(), to.toLowerCase()])
