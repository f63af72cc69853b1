/** Makes the review of a missing allowance, or of the swap itself. Exactly what is shown is signed. */

import { AirlockError } from '@airlock/protocol/errors.ts'
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { type Address, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import * as z from 'zod/mini'
import { readPrice } from '../../../shared/chains/eip155/network-fees.ts'
import { exceedsAllowance } from '../../../shared/chains/eip155/review.ts'
import { latestBlock } from '../../../shared/chains/eip155/simulation.ts'
import type { Ask } from '../../../shared/chains/sending.ts'
import { checkApproval } from '../../../shared/swap/check-approval.ts'
import { type Call, isSame } from '../../../shared/swap/decode.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import { fetchBuiltApproval } from '../../core/api/convert.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
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
import { prepareSwap, swapperOf, toSend } from './swap-prepare.ts'
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

/** How much of the token the spender may take. @throws AirlockError NETWORK */
async function readAllowance(ask: Ask, token: Address, owner: Address, spender: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
  const read = z.safeParse(HexText, await ask('eth_call', [{ to: token, data }, 'latest']))
  if (!read.success || read.data.length !== 66)
    throw new AirlockError('NETWORK', { message: 'The token’s answer has another form.' })
  return BigInt(read.data)
}

/** Built by the gateway, which knows tokens that need a reset first; checked and simulated here. */
export async function buildApproval(
  context: ModalContext,
  draft: SwapDraft,
  { quote: { from, to, amount }, spender }: { readonly quote: SwapQuote; readonly spender: Address },
  { isUnlimited, ask, signal }: { readonly isUnlimited: boolean; readonly ask: Ask; readonly signal: AbortSignal },
): Promise<readonly Call[] | 'network' | 'lies'> {
  const { chainId, account } = draft
  const service = gatewayOf(context)
  const routers = swapNetworkOf(chainId, context.project)
  if (!service || !routers) return 'network'
  const agreed = isUnlimited ? maxUint256 : amount
  try {
    const built = await fetchBuiltApproval(
      service,
      {
        from: `${chainId}:${from}`,
        to: `${chainId}:${to}`,
        userAddress: account,
        spender,
        amount: isUnlimited ? 'unlimited' : amount.toString(),
      },
      signal,
    )
    const checked = checkApproval(built, { chainId, token: from, spender, amount: agreed }, routers)
    if ('refused' in checked) return 'lies'
    const [price, block] = await Promise.all([readPrice(ask).catch(() => undefined), latestBlock(ask)])
    const owner = swapperOf(draft)
    const calls = checked.calls.map((call) => toSend(owner, call))
    const isMore = await exceedsAllowance(ask, { owner, spender, token: from, amount: agreed, calls, price, block })
    return isMore ? 'lies' : checked.calls
  } catch {
    return 'network'
  }
}
