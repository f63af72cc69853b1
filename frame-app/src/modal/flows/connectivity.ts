/** Offline and back again: said once, in the live region; the state mirrors it to the host. */
import { healthAtom } from '../state/modal.ts'
import { refreshBalance } from './balance.ts'
import type { ModalContext } from './context.ts'
import { announce } from './notify.ts'

export function watchConnectivity(context: ModalContext): () => void {
  const online = () => {
    context.store.set(healthAtom, 'ok')
    announce(context, 'live.online')
    void refreshBalance(context, { force: true })
  }
  const offline = () => {
    context.store.set(healthAtom, 'offline')
    announce(context, 'live.offline', {}, true)
  }
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
  return () => {
    window.removeEventListener('online', online)
    window.removeEventListener('offline', offline)
  }
}
