/** Catches up after the back/forward cache has restored the page, which has missed events of its wallets. */
import type { ModalContext } from '../core/context.ts'

export function watchPageReturn(context: ModalContext): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    import('../session/ask-allowed-accounts.ts').then(
      ({ askAllowedAccounts }) => askAllowedAccounts(context),
      () => {}, // offline: connections stay
    )
  })
}
