/** Opens the payment form with the values of an earlier payment. All is checked as if the user typed it. Loaded with the first press. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { toDisplayAddress } from '../../../shared/format/display-address.ts'
import type { ModalContext } from '../../core/context.ts'
import { go } from '../../session/navigate.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import type { PastPayment } from '../ledger/state/activity.ts'
import { startDraft } from './send.ts'

/** On the network of the active account, whose history has the payment. */
export function sendAgain(context: ModalContext, payment: PastPayment): void {
  const connection = context.store.get(activeConnectionAtom)
  if (!connection) return
  const { chainId } = parseCaip10(connection.active)
  startDraft(context, { ...payment, to: toDisplayAddress(payment.to), chainId }, 'visitor')
  go.push(context, { view: 'Send' })
}
