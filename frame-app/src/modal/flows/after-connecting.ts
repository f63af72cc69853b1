/** What is read of an account once it is connected, also while the modal is closed. Loaded with the first connection. */
import type { ModalContext } from './context.ts'
import { refreshIdentity } from './identity.ts'
import { openLedgers } from './ledger.ts'

export function afterConnecting(context: ModalContext): void {
  openLedgers(context)
  void refreshIdentity(context)
}
