/** Notices each account that becomes active, also while the modal is closed. The code that reads the account loads with the first one. */

import type { ModalContext } from '../core/context.ts'
import { activeConnectionAtom } from '../session/state/active-connection.ts'

export function watchAccount(context: ModalContext): () => void {
  const { store } = context
  let last: string | undefined
  return store.sub(activeConnectionAtom, () => {
    const account = store.get(activeConnectionAtom)?.active
    if (account === last) return
    last = account
    if (!account) return
    import('./after-connecting.ts').then(
      (late) => late.afterConnecting(context),
      () => {},
    ) // tried again with the next account
  })
}
