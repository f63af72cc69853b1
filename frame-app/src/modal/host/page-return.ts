/** Catches up after the back/forward cache has restored the page, which has missed events of its wallets. */
import type { ModalContext } from '../core/context.ts'

export function watchReturn(context: ModalContext): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    import('../session/ask-allowed-accounts.ts').then(
      ({ catchUp }) => catchUp(context),
      () => {}, // offline: connections stay
    )
  })
}
