/** The step before a swap: allows the router to take the token, exactly as much as is swapped unless the user chooses otherwise. */
import { Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import type { Ask } from '../../../shared/chains/sending.ts'
import type { Call } from '../../../shared/swap/decode.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { track } from '../../session/notify.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { networksAtom } from '../../session/state/network.ts'
import { record } from '../ledger/ledger.ts'
import {
  isUnlimitedAtom,
  type SwapDraft,
  type SwapReview,
  swapDraftAtom,
  swappingAtom,
  swapReviewAtom,
} from './state/swap.ts'
import { buildApproval } from './swap-allowance.ts'
import { askOnce, backToForm, figuresOf, isSwapper, swapEvent, swapperConnection } from './swap-confirm.ts'
import { isSwapPreview, reviewSwapAgain } from './swap-review.ts'
import { askWallet, endSwap } from './swap-wallet.ts'

const lookEveryMs = 2_000
const slowAfterMs = 20_000
/** After this the outcome counts as unknown; an approval that arrives later still counts. */
const patienceMs = 5 * 60_000

type Missing = Extract<SwapReview, { status: 'allow' }>

export async function approveSwap(context: ModalContext): Promise<void> {
  const review = context.store.get(swapReviewAtom)
  if (review.status === 'allow') await askOnce(context, (draft) => attempt(context, draft, review))
}

async function attempt(context: ModalContext, draft: SwapDraft, review: Missing): Promise<void> {
  const { store } = context
  const connection = await swapperConnection(context, draft, review)
  const network = store.get(networksAtom).find(({ id }) => id === draft.chainId)
  const figures = figuresOf(context, draft, review.quote)
  if (!connection) return
  if (!network || !figures) return backToForm(context)
  const isUnlimited = store.get(isUnlimitedAtom)
  const calls = await buildApproval(context, draft, review, isUnlimited, new AbortController().signal)
  if (!isSwapper(context, draft, connection)) return backToForm(context)
  if (calls === 'network') return endSwap(context, 'network')
  if (calls === 'lies') {
    store.set(swapReviewAtom, { status: 'failed', why: 'lies' })
    return store.set(swappingAtom, { status: 'idle' })
  }
  const ask = await askerOf(context, network, new AbortController().signal).catch(() => undefined)
  if (!ask) return endSwap(context, 'network')
  const facts = swapEvent(draft, figures, connection)
  for (const call of calls) {
    const isOver = await approveOne(context, draft, { connection, call, review, isUnlimited, ask }, (message) =>
      track(context, 'SWAP_APPROVAL_ERROR', { ...facts, message }),
    )
    if (isOver) return
  }
  store.set(swappingAtom, { status: 'idle' })
  if (isSwapPreview(context) && store.get(swapDraftAtom)?.id === draft.id) await reviewSwapAgain(context)
}

interface Step {
  readonly connection: Connected
  readonly call: Call
  readonly review: Missing
  readonly isUnlimited: boolean
  readonly ask: Ask
}

/** Asks the wallet, and waits until the approval is in a block. @returns whether nothing more can be done */
async function approveOne(
  context: ModalContext,
  draft: SwapDraft,
  { connection, call, review, isUnlimited, ask }: Step,
  onTrouble: (code: string) => void,
): Promise<boolean> {
  const { store } = context
  const sent = await askWallet(context, draft, connection, { call, gas: undefined, gasPrice: undefined }, (_, code) =>
    onTrouble(code),
  )
  if (!sent) return true
  const { hash: id } = sent
  record(context, draft.chainId, id, 'wallet', {
    operation: 'approve',
    to: call.to,
    approval: { spender: review.spender, isUnlimited },
  })
  store.set(swappingAtom, { status: 'confirming', isSlow: false })
  const slow = context.scope.after(slowAfterMs, () => store.set(swappingAtom, { status: 'confirming', isSlow: true }))
  try {
    const outcome = await outcomeOf(context, ask, id)
    if (outcome === 'done') return false
    onTrouble(outcome)
    endSwap(context, outcome === 'failed' ? 'failed' : 'unknown')
    return true
  } finally {
    slow()
  }
}

const Receipt = z.nullable(z.object({ status: z.optional(Quantity) }))

async function outcomeOf({ scope }: ModalContext, ask: Ask, id: string): Promise<'done' | 'failed' | 'late'> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    // A node that fails now may answer the next time.
    const read = z.safeParse(Receipt, await ask('eth_getTransactionReceipt', [id]).catch(() => null))
    if (read.success && read.data) return BigInt(read.data.status ?? '0x1') === 1n ? 'done' : 'failed'
    await scope.pause(lookEveryMs)
  }
  return 'late'
}
