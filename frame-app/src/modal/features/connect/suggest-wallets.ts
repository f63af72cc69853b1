/** Asks the listing for wallets to suggest whenever the modal shows Connect. Runs in the background: no view waits for the listing. */
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { stackAtom } from '../../core/router/router.ts'
import { isSuggestingAtom } from '../../session/state/connectors.ts'
import { wishedNamespaceAtom } from '../../session/state/network.ts'

/** For which namespace wallets are offered; `undefined` while the modal does not stand on them. */
const offeredAtom = atom((get): string | undefined => {
  const root = get(stackAtom).steps[0]?.route.view
  const isOffering = get(isOpenAtom) && (root === 'Connect' || root === 'ConnectingWalletConnectBasic')
  return isOffering ? `${get(wishedNamespaceAtom)}` : undefined
})

export function watchSuggestions(context: ModalContext): () => void {
  const { store, project } = context
  return store.sub(offeredAtom, () => {
    if (project.listingUrl === undefined || store.get(offeredAtom) === undefined) return
    import('../listing/listing.ts')
      .then(({ loadSuggestions }) => loadSuggestions(context))
      .catch(() => {}) // there are fewer suggestions
      .finally(() => store.set(isSuggestingAtom, false))
  })
}
