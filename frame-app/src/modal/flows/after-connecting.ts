/** Starts the reads for an account once it is connected, also while the modal is closed. Loaded with the first connection. */
import { openAccountCache } from './account-cache.ts'
import { refreshBalance } from './balance.ts'
import type { ModalContext } from './context.ts'
import { openLedgers } from './ledger.ts'
import { watchBalance } from './watch-balance.ts'
import { watchTabs } from './watch-tabs.ts'

export function afterConnecting(context: ModalContext): void {
  watchTabs(context)
  openAccountCache(context)
  context.scope.run(refreshBalance(context))
  watchBalance(context)
  openLedgers(context)
  // Imported on its own: it has many dependencies, and the first view would have to list their file names.
  import('./identity.ts').then(
    ({ refreshIdentity }) => refreshIdentity(context),
    () => {}, // the account is shown by its address
  )
}
