/** Asks the listing for wallets to suggest on Connect. Runs in the background: no view waits for the listing. */
import { isSuggestingAtom } from '../state/connectors.ts'
import type { ModalContext } from './context.ts'

export function suggestWallets(context: ModalContext): void {
  const { store, project } = context
  if (project.listingUrl === undefined) return
  import('./listing.ts')
    .then(({ loadSuggestions }) => loadSuggestions(context))
    .catch(() => {}) // there are fewer suggestions
    .finally(() => store.set(isSuggestingAtom, false))
}
