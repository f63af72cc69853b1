/** Leads from the account to Connect, for views that load later than the first one. */
import type { ModalContext } from './context.ts'
import { go } from './navigate.ts'
import { suggestWallets } from './suggest-wallets.ts'

/** A modal that was opened on the account has asked for no suggestions yet. */
export function goToConnect(context: ModalContext): void {
  go.reset(context, { view: 'Connect' })
  suggestWallets(context)
}
