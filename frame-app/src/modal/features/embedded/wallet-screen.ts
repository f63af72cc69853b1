/**
 * The embedded wallet in the modal, apart from approvals: its own pages, which the user opens from the account, and its prompts while a
 * login opens it on a new device. It is not shown at other times.
 */
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { routeAtom } from '../../core/router/router.ts'
import type { Route } from '../../core/router/routes.ts'
import { go } from '../../session/navigate.ts'
import { toast } from '../../session/notify.ts'
import { passOverAtom } from '../../session/state/attempts.ts'
import { reachWallet, refreshUser } from './embedded-wallet.ts'
import { leaveWalletScreen } from './leave-wallet-screen.ts'
import { walletHeightAtom } from './state/wallet-screen.ts'

const route: Route = { view: 'WalletScreen' }

export type WalletPage = 'devices' | 'recovery' | 'logins'

const pageAtom = atom<WalletPage | undefined>(undefined)
/** The page that was opened last. From there, the user may have gone to others inside the wallet. */
export const walletPageOf = ({ store }: ModalContext): WalletPage | undefined => store.get(pageAtom)

export async function showWalletPage(context: ModalContext, page: WalletPage): Promise<void> {
  context.store.set(pageAtom, page)
  context.store.set(walletHeightAtom, undefined)
  stand(context)
  try {
    const { app } = await reachWallet(context)
    await app.request('UI_SHOW', { page })
    refreshAfterwards(context)
  } catch {
    leaveWalletScreen(context)
    toast(context, 'error', 'toast.walletUnreachable')
  }
}

/** On its pages the user may change the logins and the ways to open the wallet. */
function refreshAfterwards(context: ModalContext): void {
  const { store } = context
  const look = () => {
    if (store.get(isOpenAtom) && store.get(routeAtom)?.view === route.view) return
    for (const stop of stops) stop()
    context.scope.run(refreshUser(context).catch(() => {})) // the user may be signed out now
  }
  const stops = [store.sub(routeAtom, look), store.sub(isOpenAtom, look)]
}

/**
 * Shows the wallet's prompts while `work` waits for it.
 * @param onPassOver called when the user closes a prompt; the wallet is told that it was dismissed, and `work` ends with its result
 */
export async function whileWalletAsks<T>(
  context: ModalContext,
  work: () => Promise<T>,
  onPassOver: () => void,
): Promise<T> {
  const { store } = context
  store.set(walletHeightAtom, undefined)
  const undo = store.sub(walletHeightAtom, () => {
    if (store.get(walletHeightAtom) === undefined || store.get(routeAtom)?.view === route.view) return
    stand(context)
    const run = () => {
      store.set(passOverAtom, undefined) // a second press closes the modal even if the wallet does not answer
      onPassOver()
      go.back(context)
    }
    store.set(passOverAtom, { run })
  })
  try {
    return await work()
  } finally {
    undo()
    store.set(passOverAtom, undefined)
    leaveWalletScreen(context)
  }
}

function stand(context: ModalContext): void {
  const { store, scope } = context
  const tellHidden = async () => {
    const { app } = await reachWallet(context)
    await app.request('UI_HIDDEN', {})
  }
  scope.release('walletScreen') // the wallet stays visible
  const shown = scope.begin('walletScreen')
  shown.addEventListener('abort', () => scope.run(tellHidden().catch(() => {}))) // if the wallet is gone, it is not visible
  if (store.get(routeAtom)?.view !== route.view) go.push(context, route)
}
