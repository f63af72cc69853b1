/** The step before a swap: allows the router to take the token, exactly as much as is swapped unless the user chooses otherwise. */
import { Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import type { Ask } from '../../../shared/chains/sending.ts'
import type { ModalContext } from '../../core/context.ts'
import { routeAtom } from '../../core/router/router.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { track } from '../../session/notify.ts'
import { networksAtom } from '../../session/state/network.ts'
import { record } from '../ledger/ledger.ts'
import { type Outcome, submit } from '../submit/submit.ts'
import { isUnlimitedAtom, swapDraftAtom, swapReviewAtom, swaps } from './state/swap.ts'
import { figuresOf, sendCall, swapEvent } from './swap-confirm.ts'
import { buildApproval, reviewSwapAgain } from './swap-review.ts'

export async function approveSwap(context: ModalContext): Promise<void> {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  const review = store.get(swapReviewAtom)
  if (!draft || review.status !== 'allow') return
  const { account, quote, spender } = review
  const network = store.get(networksAtom).find(({ id }) => id === draft.chainId)
  const figures = figuresOf(context, draft, quote)
  const isUnlimited = store.get(isUnlimitedAtom)
  const end = await submit(context, {
    form: swaps,
    draft,
    owner: account,
    async read() {
      if (!network || !figures) return 'form'
      const { signal } = new AbortController()
      const ask = await askerOf(context, network, signal)
      const calls = await buildApproval(context, draft, review, { isUnlimited, ask, signal })
      return calls === 'network' ? calls : { calls, ask }
    },
    async ask({ calls, ask }, wallet) {
      if (typeof calls === 'string') {
        store.set(swapReviewAtom, { status: 'failed', why: calls })
        return 'review'
      }
      for (const call of calls) {
        const id = await sendCall(draft, { call }, wallet)
        const approval = { spender, isUnlimited }
        record(context, draft.chainId, id, 'wallet', { operation: 'approve', to: call.to, approval })
        await wallet.confirm(() => ask('eth_getTransactionReceipt', [id]).then(outcomeIn))
      }
      return 'again'
    },
    onTrouble: (message, connection) =>
      figures && track(context, 'SWAP_APPROVAL_ERROR', { ...swapEvent(draft, figures, connection), message }),
  })
  const isShown = store.get(routeAtom)?.view === 'SwapPreview' && store.get(swapDraftAtom)?.id === draft.id
  if (end === 'again' && isShown) await reviewSwapAgain(context)
}

const Receipt = z.nullable(z.object({ status: z.optional(Quantity) }))

function outcomeIn(answer: Awaited<ReturnType<Ask>>): Outcome {
  const { data } = z.safeParse(Receipt, answer)
  if (!data) return { status: 'pending' }
  return { status: BigInt(data.status ?? '0x1') === 1n ? 'done' : 'failed' }
}
