/** Shows the modal on one view. The other effects of opening by the user or the page are in `open.ts`. */

import type { ModalContext } from '../core/context.ts'
import { isOpenAtom } from '../core/modal.ts'
import { reset, stackAtom } from '../core/router/router.ts'
import type { Route } from '../core/router/routes.ts'
import { track } from './notify.ts'
import { activeConnectionAtom } from './state/active-connection.ts'

/** @returns whether the modal was closed before */
export function showModal(context: ModalContext, route: Route): boolean {
  const { store, scope } = context
  scope.abort('farewell', 'conclude')
  store.set(stackAtom, reset(store.get(stackAtom), route))
  if (store.get(isOpenAtom)) return false
  store.set(isOpenAtom, true)
  const isConnected = store.get(activeConnectionAtom) !== undefined
  track(context, 'MODAL_OPEN', { connected: isConnected })
  if (isConnected)
    import('./watch-balance.ts').then(
      ({ watchBalance }) => watchBalance(context),
      () => {}, // a balance is shown with its age
    )
  return true
}
