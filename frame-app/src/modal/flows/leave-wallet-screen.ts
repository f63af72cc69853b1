/** Leaves a page of the embedded wallet. */
import { routeAtom, stackAtom } from '../router/router.ts'
import type { ModalContext } from './context.ts'
import { go } from './navigate.ts'

export function leaveWalletScreen(context: ModalContext): void {
  const { store, scope } = context
  scope.release('walletScreen')
  if (store.get(routeAtom)?.view === 'WalletScreen' && store.get(stackAtom).steps.length > 1) go.back(context)
}
