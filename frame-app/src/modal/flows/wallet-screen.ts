/**
 * The embedded wallet in the modal, apart from approvals: its own pages, which the user opens from the account, and its prompts while a
 * login opens it on a new device. It is not shown at other times.
 */
import { routeAtom } from '../router/router.ts'
import type { Route } from '../router/routes.ts'
import { isOpenAtom } from '../state/modal.ts'
import { walletHeightAtom } from '../state/wallet-screen.ts'
import type { ModalContext } from './context.ts'
import { reachWallet } from './embedded-wallet.ts'
import { leaveWalletScreen } from './leave-wallet-screen.ts'
import { go } from './navigate.ts'
import { toast } from './notify.ts'
import { refreshUser } from './refresh-user.ts'

const route: Route = { view: 'WalletScreen' }

export type WalletPage = 'devices' | 'recovery' | 'logins'

const pages = new WeakMap<ModalContext, WalletPage>()
/** The page that was opened last. From there, the user may have gone to others inside the wallet. */
export const walletPageOf = (context: ModalContext): WalletPage | undefined => pages.get(context)

export async function showWalletPage(context: ModalContext, page: WalletPage): Promise<void> {
  pages.set(context, page)
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
    void refreshUser(context).catch(() => {}) // the user may be signed out now
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
  const { store, attempts } = context
  store.set(walletHeightAtom, undefined)
  const undo = store.sub(walletHeightAtom, () => {
    if (store.get(walletHeightAtom) === undefined || store.get(routeAtom)?.view === route.view) return
    stand(context)
    attempts.passOver = () => {
      attempts.passOver = undefined // a second press closes the modal even if the wallet does not answer
      onPassOver()
      go.back(context)
    }
  })
  try {
    return await work()
  } finally {
    undo()
    attempts.passOver = undefined
    leaveWalletScreen(context)
  }
}

function stand(context: ModalContext): void {
  const { store, attempts } = context
  const abort = new AbortController()
  attempts.walletScreen = abort
  abort.signal.addEventListener('abort', () => {
    attempts.walletScreen = undefined
    void reachWallet(context)
      .then(({ app }) => app.request('UI_HIDDEN', {}))
      .catch(() => {}) // if the wallet is gone, it is not visible
  })
  if (store.get(routeAtom)?.view !== route.view) go.push(context, route)
}
