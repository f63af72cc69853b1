/** Starts the reads for an account once it is connected, also while the modal is closed. Loaded with the first connection. */

import type { ModalContext } from '../core/context.ts'
import { openLedgers } from '../features/ledger/ledger.ts'
import { refreshBalance } from '../session/balance.ts'
import { watchBalance } from '../session/watch-balance.ts'
import { watchTabs } from '../session/watch-tabs.ts'
import { openAccountCache } from './account-cache.ts'

export function afterConnecting(context: ModalContext): void {
  watchTabs(context)
  openAccountCache(context)
  context.scope.run(refreshBalance(context))
  watchBalance(context)
  openLedgers(context)
  // Imported on its own: it has many dependencies, and the first view would have to list their file names.
  import('../session/identity.ts').then(
    ({ refreshIdentity }) => refreshIdentity(context),
    () => {}, // the account is shown by its address
  )
}
