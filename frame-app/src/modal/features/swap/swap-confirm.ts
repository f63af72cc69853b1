/**
 * Asks the wallet for exactly the swap that was reviewed; it is built and checked once more before. The wallet's answer also counts if the
 * user has left the view meanwhile, because the swap may have been sent.
 */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { GasPrice } from '../../../shared/chains/eip155/fees.ts'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import { refreshBalance } from '../../session/balance.ts'
import { go } from '../../session/navigate.ts'
import { toast, track } from '../../session/notify.ts'
import { accountTabAtom } from '../../session/state/account-places.ts'
import { type Connected, connectionsAtom } from '../../session/state/accounts.ts'
import { isSameAddress } from '../../session/state/addresses.ts'
import { refreshTokens } from '../assets/tokens.ts'
import { record } from '../ledger/ledger.ts'
import { alone, markAnswered, markBegun } from '../ledger/unanswered.ts'
import { switchNetwork } from '../networks/switch-network.ts'
import type { Trouble } from '../send/state/send.ts'
import {
  isSwapUnderWay,
  lastSwappedAtom,
  type ReadySwap,
  type SwapDraft,
  type SwapQuote,
  swapDraftAtom,
  swappingAtom,
  swapReviewAtom,
} from './state/swap.ts'
import { swapFormAtom, withoutMargin } from './state/swap-form.ts'
import { forgetSwap } from './swap.ts'
import { prepareSwap, swapperOf } from './swap-prepare.ts'
import { isSwapPreview, readSwapReview, swapContentOf } from './swap-review.ts'
import { askForBatch, askWallet, endSwap } from './swap-wallet.ts'

export async function confirmSwap(context: ModalContext): Promise<void> {
  const review = context.store.get(swapReviewAtom)
  if (review.status === 'ready') await askOnce(context, (draft) => attempt(context, draft, review))
}

/** One request per account at a time, across all tabs. */
export async function askOnce(context: ModalContext, ask: (draft: SwapDraft) => Promise<void>): Promise<void> {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  if (!draft || isSwapUnderWay(store.get(swappingAtom))) return
  store.set(swappingAtom, { status: 'checking' })
  try {
    const done = await alone(context, draft.account, async () => {
      await ask(draft)
      return true
    })
    if (!done) endSwap(context, 'elsewhere')
  } catch (error) {
    // The wallet may have been asked already.
    endSwap(context, 'unknown')
    throw error
  }
}

async function attempt(context: ModalContext, draft: SwapDraft, shown: ReadySwap): Promise<void> {
  const { store } = context
  const connection = await swapperConnection(context, draft, shown)
  const figures = figuresOf(context, draft, shown.quote)
  if (!connection) return
  if (!figures) return backToForm(context)
  const fresh = await prepareSwap(context, draft, shown.quote, shown.allowance, new AbortController().signal).catch(
    () => 'network' as const,
  )
  if (!isSwapper(context, draft, connection)) return backToForm(context)
  if (typeof fresh === 'string') {
    if (fresh === 'network') return endSwap(context, 'network')
    store.set(swapReviewAtom, { status: 'failed', why: fresh })
    return store.set(swappingAtom, { status: 'idle' })
  }
  if (!holds(shown, fresh)) {
    store.set(swapReviewAtom, { status: 'ready', isChanged: true, ...fresh })
    return store.set(swappingAtom, { status: 'idle' })
  }
  const facts = swapEvent(draft, figures, connection)
  track(context, 'INITIATE_SWAP', facts)
  markBegun(context, draft.account, swapContentOf(shown.quote))
  const onTrouble = (trouble: Trouble, code: string) => {
    if (trouble !== 'unknown') markAnswered(context, draft.account)
    track(context, 'SWAP_ERROR', { ...facts, message: code })
  }
  const { gas, gasPrice } = shown
  const sent = fresh.allowance
    ? await askForBatch(context, draft, connection, [...fresh.allowance.calls, fresh.call], onTrouble)
    : await askWallet(context, draft, connection, { call: fresh.call, gas, gasPrice }, onTrouble)
  if (sent === undefined) return
  markAnswered(context, draft.account)
  if (sent === 'unsupported') {
    // Approval and swap as two steps instead.
    store.set(swappingAtom, { status: 'idle' })
    return readSwapReview(context, shown.quote)
  }
  track(context, 'SWAP_SUCCESS', facts)
  settle(context, draft, { quote: shown.quote, figures, to: fresh.call.to, id: sent.hash })
}

/** Whether the shown gas limit and price still cover the swap. They need not be equal: a pool's estimate differs from block to block. */
function holds(shown: ReadySwap, fresh: ReadySwap): boolean {
  if (fresh.simulation.status === 'fails' && shown.simulation.status !== 'fails') return false
  const isPriced = !shown.gasPrice || !fresh.gasPrice || priceNow(fresh.gasPrice) <= shown.gasPrice.most
  const isLimited =
    shown.gas === undefined || fresh.gas === undefined || withoutMargin(fresh.gas, fresh.quote) <= shown.gas
  return isPriced && isLimited && (shown.gas === undefined) === (fresh.gas === undefined)
}

const priceNow = (price: GasPrice): bigint => (price.kind === 'market' ? price.base + price.tip : price.most)

/** The connection of the account that swaps, switched to its network. @returns `undefined` if something else must be shown first */
export async function swapperConnection(
  context: ModalContext,
  draft: SwapDraft,
  { account }: Pick<ReadySwap, 'account'>,
): Promise<Connected | undefined> {
  const connection = connectionOf(context, draft)
  if (!connection || !isSwapper(context, draft, connection) || swapperOf(draft) !== account) return backToForm(context)
  if (connection.chainId === draft.chainId) return connection
  try {
    await switchNetwork(context, draft.chainId)
  } catch {
    return endSwap(context, 'switch')
  }
  const switched = connectionOf(context, draft)
  return switched && isSwapper(context, draft, switched) ? switched : backToForm(context)
}

function connectionOf({ store }: ModalContext, { chainId }: SwapDraft): Connected | undefined {
  const connection = store.get(connectionsAtom)[namespaceOf(chainId)]
  return connection?.status === 'connected' ? connection : undefined
}

/** Whether this is still the connection that swaps: the wallet may have changed meanwhile. */
export function isSwapper(context: ModalContext, draft: SwapDraft, { wallet }: Connected): boolean {
  const now = connectionOf(context, draft)
  return now !== undefined && now.wallet.id === wallet.id && isSameAddress(now.active, draft.account)
}

/** The form shows what has changed. */
export function backToForm(context: ModalContext): undefined {
  context.store.set(swappingAtom, { status: 'idle' })
  if (isSwapPreview(context)) go.back(context)
  return undefined
}

/** Amounts as exact decimal text. */
export interface Figures {
  readonly given: string
  readonly received: string
  readonly minimum: string
}

/** Read before the wallet is asked, because the page may remove the network before it answers. `undefined`: the decimals are not known. */
export function figuresOf({ store }: ModalContext, draft: SwapDraft, quote: SwapQuote): Figures | undefined {
  const { from, to } = store.get(swapFormAtom)?.decimals ?? {}
  if (from === undefined || to === undefined || store.get(swapDraftAtom)?.id !== draft.id) return undefined
  return {
    given: toExactDecimals(quote.amount, from),
    received: toExactDecimals(quote.received, to),
    minimum: toExactDecimals(quote.minimum, to),
  }
}

/** A token without a contract is named by its symbol, if that is valid, else `native`. */
export function swapEvent(draft: SwapDraft, { given, received }: Figures, { accountType }: Connected) {
  const nameOf = (side: SwapDraft['from']) => {
    if (side?.address !== nativeToken) return `${draft.chainId}:${side?.address ?? ''}`
    return /^[\w.$₮-]{1,16}$/.test(side.symbol) ? side.symbol : 'native'
  }
  return {
    isSmartAccount: accountType === 'smartAccount',
    network: draft.chainId,
    swapFromToken: nameOf(draft.from),
    swapToToken: nameOf(draft.to),
    swapFromAmount: given,
    swapToAmount: received,
  }
}

interface Sent {
  readonly quote: SwapQuote
  readonly figures: Figures
  readonly to: string
  readonly id: string
}

function settle(context: ModalContext, draft: SwapDraft, { quote, figures, to, id }: Sent): void {
  const { store } = context
  record(context, draft.chainId, id, 'wallet', {
    operation: 'trade',
    to,
    gained: { amount: figures.minimum, label: draft.to?.symbol ?? '' },
    ...(quote.from === nativeToken
      ? { value: quote.amount.toString() }
      : { moved: { amount: figures.given, label: draft.from?.symbol ?? '' } }),
  })
  const isShown = isSwapView(context)
  // Set first: a page that waits for it must not take the end of the form for a rejection.
  store.set(lastSwappedAtom, { draft, id })
  forgetSwap(context)
  if (store.get(optionsAtom)?.features.history) store.set(accountTabAtom, 'activity')
  toast(context, 'success', 'toast.transactionStarted', { id })
  if (isShown) go.reset(context, { view: 'Account' })
  context.scope.run(refreshBalance(context, { force: true }))
  context.scope.run(refreshTokens(context, { isAsked: true }))
}

const isSwapView = ({ store }: ModalContext): boolean =>
  store.get(isOpenAtom) && /^(Swap|OpenWallet|ApproveTransaction)/.test(store.get(routeAtom)?.view ?? '')
