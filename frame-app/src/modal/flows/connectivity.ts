/**
 * Offline and back again: said once, in the live region; the state mirrors it to the host. Who is about to connect learns it in a
 * view of its own, which leaves by itself; who is connected keeps the account with the age of its figures.
 */
import { routeAtom } from '../router/router.ts'
import { healthAtom, isOpenAtom } from '../state/modal.ts'
import { refreshBalance } from './balance.ts'
import type { ModalContext } from './context.ts'
import { go } from './navigate.ts'
import { announce } from './notify.ts'

export function watchConnectivity(context: ModalContext): () => void {
  const online = () => {
    context.store.set(healthAtom, 'ok')
    announce(context, 'live.online')
    const route = context.store.get(routeAtom)
    if (route?.view === 'Error' && route.code === 'NETWORK') go.back(context)
    void refreshBalance(context, { force: true })
  }
  const offline = () => {
    context.store.set(healthAtom, 'offline')
    announce(context, 'live.offline', {}, true)
    if (context.store.get(isOpenAtom) && context.store.get(routeAtom)?.view === 'Connect')
      go.push(context, { view: 'Error', code: 'NETWORK' })
  }
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  return () => {
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}
