/**
 * Handles a request that waits in a wallet which the user opened by a link. The page opens that link again, once, using the click that it
 * has just received. Without a click, if the page refuses, or if the wallet does not open on a phone, the modal shows a button; the request
 * keeps waiting either way.
 */
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isMobile } from '../../core/device.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { routeAtom, stackAtom } from '../../core/router/router.ts'
import type { Route } from '../../core/router/routes.ts'
import { go, hide } from '../../session/navigate.ts'
import { showModal } from '../../session/show-modal.ts'
import { leftWithinMs } from './open-wallet-link.ts'
import type { SentRequest } from './walletconnect/requests.ts'

/** Sent only after a switch request, for which the wallet is already open. */
const followsAnother = 'wallet_addEthereumChain'

/** Links that the page did not open, oldest first. */
const waitingAtom = atom<readonly Route[]>([])

export async function bringToWallet(context: ModalContext, { method, wallet, link, over }: SentRequest): Promise<void> {
  if (method === followsAnother) return
  const route: Route = { view: 'OpenWallet', wallet, link }
  let isOver = false
  const end = () => {
    isOver = true
    leave(context, route)
  }
  context.scope.run(over.then(end))
  try {
    await context.link.app.request('LINK_OPEN', { url: link.href, target: link.target })
    if (await isCovered(context)) return
  } catch {
    // Offered below.
  }
  if (!isOver) offer(context, route)
}

/** On a phone an app that opens covers the page. On a computer it may stand beside it. */
async function isCovered({ scope }: ModalContext): Promise<boolean> {
  if (!isMobile() || document.visibilityState === 'hidden') return true
  return new Promise((resolve) => {
    const stop = scope.after(leftWithinMs, () => resolve(false))
    const onHidden = () => {
      stop()
      resolve(true)
    }
    document.addEventListener('visibilitychange', onHidden, { once: true, signal: scope.signal })
  })
}

/** Shows the button on top of the current view; opens the modal if it is closed. */
function offer(context: ModalContext, route: Route): void {
  const { store } = context
  store.set(waitingAtom, (before) => [...before, route])
  if (!store.get(isOpenAtom)) showModal(context, route)
  else if (store.get(routeAtom)?.view === route.view) go.replace(context, route)
  else go.push(context, route)
}

/** The request is over: shows the next older waiting one, or goes back to the previous view. */
function leave(context: ModalContext, route: Route): void {
  const { store } = context
  const left = store.get(waitingAtom).filter((one) => one !== route)
  store.set(waitingAtom, left)
  if (store.get(routeAtom) !== route) return
  const [older] = left.slice(-1)
  if (older) go.replace(context, older)
  else if (store.get(stackAtom).steps.length > 1) go.back(context)
  else hide(context, 'completed')
}
