import type { ModalContext } from '../../core/context.ts'
import { routeAtom, stackAtom } from '../../core/router/router.ts'
import { go } from '../../session/navigate.ts'

export function leaveWalletScreen(context: ModalContext): void {
  const { store, scope } = context
  scope.release('walletScreen')
  if (store.get(routeAtom)?.view === 'WalletScreen' && store.get(stackAtom).steps.length > 1) go.back(context)
}
