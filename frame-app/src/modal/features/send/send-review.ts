/** Makes the quote that the user reviews. Exactly what is shown is signed. */

import { AirlockError } from '@airlock/protocol/errors.ts'
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { loadSending } from '../../../shared/chains/load-sending.ts'
import type { Payment } from '../../../shared/chains/sending.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { go } from '../../session/navigate.ts'
import { isBegun } from '../ledger/unanswered.ts'
import { isUnderWay } from '../submit/form.ts'
import { draftAtom, factsAtom, foundAtom, isRepeatAtom, reviewAtom, sendingAtom } from './state/send.ts'
import { formAtom } from './state/send-form.ts'

export function reviewDraft(context: ModalContext): void {
  const { store } = context
  const form = store.get(formAtom)
  if (!form || form.problem !== undefined || form.mustSwitch || isUnderWay(store.get(sendingAtom))) return
  store.set(sendingAtom, { status: 'idle' })
  go.push(context, { view: 'SendReview' })
  context.scope.run(readQuote(context))
}

export async function readQuote(context: ModalContext): Promise<void> {
  const { store } = context
  const signal = context.scope.begin('sendReview')
  const asked = read(context)
  if (!asked) return
  store.set(reviewAtom, { status: 'loading' })
  try {
    const { form, payment, isMost } = asked
    const [driver, ask] = await Promise.all([loadSending(form.network.id), askerOf(context, form.network, signal)])
    const quote = await driver.quote(ask, form.network, payment, isMost)
    if (signal.aborted) return
    const draft = store.get(draftAtom)
    store.set(isRepeatAtom, draft !== undefined && isBegun(context, draft.account, contentOf(quote.payment)))
    store.set(reviewAtom, { status: 'ready', quote, isChanged: false })
  } catch (error) {
    if (signal.aborted) return
    const isFee = error instanceof AirlockError && error.code === 'NOT_AVAILABLE'
    store.set(reviewAtom, { status: 'failed', why: isFee ? 'fee' : 'network' })
  }
}

/** The payment as entered in the form. With `isMost` the amount is the balance, from which the quote subtracts the fee. */
function read({ store }: ModalContext) {
  const [draft, form, found, facts] = [
    store.get(draftAtom),
    store.get(formAtom),
    store.get(foundAtom),
    store.get(factsAtom),
  ]
  if (!draft?.token || !form || found.status !== 'found' || facts.status !== 'ready') return undefined
  if (!('value' in form.amount) || form.decimals === undefined) return undefined
  const isMost = draft.isMax && draft.token.address === undefined
  const payment: Payment = {
    from: parseCaip10(draft.account).address,
    to: found.address,
    asset: draft.token.address,
    decimals: form.decimals,
    units: isMost ? facts.holding.balance : form.amount.value,
  }
  return { form, payment, isMost }
}

/** Identifies a payment after a reload (`unanswered.ts`). */
export const contentOf = ({ to, asset }: Payment): string =>
  JSON.stringify([to.toLowerCase(), asset?.toLowerCase() ?? null])
