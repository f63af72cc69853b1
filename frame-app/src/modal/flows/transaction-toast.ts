/** The toast that a transaction has started gives way to its outcome, as long as no other one has taken its place. */
import { type Caip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { toExactDecimals, withoutZeros } from '../../shared/format/amount.ts'
import { toShownAmount } from '../state/activity-rules.ts'
import type { Tracked } from '../state/ledger.ts'
import { toastAtom } from '../state/modal.ts'
import { networksAtom } from '../state/network.ts'
import type { ModalContext } from './context.ts'
import { toast } from './notify.ts'

export function toastOutcome(context: ModalContext, account: Caip10, tracked: Tracked): void {
  const { store } = context
  const shown = store.get(toastAtom)
  if (shown?.key !== 'toast.transactionStarted' || shown.values?.id !== tracked.id) return
  switch (tracked.status) {
    case 'confirmed': {
      const sent = sentBy(context, account, tracked)
      return sent
        ? toast(context, 'success', 'toast.transactionSent', sent)
        : toast(context, 'success', 'toast.transactionConfirmed')
    }
    case 'failed':
      return toast(context, 'error', 'toast.transactionFailed')
    default:
      // Replaced or lost: the activity tells more.
      return store.set(toastAtom, null)
  }
}

/** `undefined` if it is no payment, or its amount is too small or too large to be shown as it is. */
function sentBy({ store }: ModalContext, account: Caip10, { operation, moved, value }: Tracked) {
  const currency = store.get(networksAtom).find(({ id }) => id === parseCaip10(account).chainId)?.currency
  if (operation !== 'send' || !currency) return undefined
  const { amount, label } = moved ?? {
    amount: toExactDecimals(BigInt(value ?? '0'), currency.decimals),
    label: currency.symbol,
  }
  const { text, bound } = toShownAmount(amount)
  return bound === undefined && /[1-9]/.test(text) && label !== ''
    ? { amount: withoutZeros(text), symbol: label }
    : undefined
}
