/** Moving between views. Leaving a view that waits for a wallet cancels the wait. */
import type { CloseReason } from '@airlock/protocol/contracts/shapes/account.ts'
import type { ModalContext } from '../core/context.ts'
import { isOpenAtom, toastAtom } from '../core/modal.ts'
import {
  back,
  holds,
  isLogin,
  isPairing,
  push,
  replace,
  reset,
  routeAtom,
  type Stack,
  stackAtom,
} from '../core/router/router.ts'
import type { Route, ViewName } from '../core/router/routes.ts'
import { track } from './notify.ts'
import { activeConnectionAtom } from './state/active-connection.ts'
import { connectAttemptAtom, idle, isPairingAheadAtom, switchAttemptAtom } from './state/attempts.ts'

export const go = {
  push: (context: ModalContext, route: Route) => apply(context, push(stack(context), route)),
  replace: (context: ModalContext, route: Route) => apply(context, replace(stack(context), route)),
  reset: (context: ModalContext, route: Route) => apply(context, reset(stack(context), route)),
  /** Closes the modal if there is no previous view. */
  back: (context: ModalContext) => apply(context, back(stack(context))),
  to: (context: ModalContext, next: Stack | undefined) => apply(context, next),
}

const stack = ({ store }: ModalContext) => store.get(stackAtom)

function apply(context: ModalContext, next: Stack | undefined): void {
  if (!next) return hide(context, 'user')
  const before = stack(context)
  context.store.set(stackAtom, next)
  // A view that is only covered by another one, such as Help, keeps its wait.
  const isLeft = (view: ViewName) => holds(before, view) && !holds(next, view)
  const { store, scope } = context
  if (isLeft('ConnectingExternal')) {
    scope.abort('connect')
    store.set(connectAttemptAtom, idle)
  }
  if (!isLogin(next)) scope.abort('login')
  if (isPairing(before) && !isPairing(next) && !store.get(isPairingAheadAtom)) scope.abort('pair')
  if (isLeft('ApproveTransaction')) scope.abort('approve')
  if (isLeft('WalletScreen')) scope.abort('walletScreen')
  if (isLeft('SwitchNetwork')) {
    scope.abort('switch')
    store.set(switchAttemptAtom, idle)
  }
}

/** Hides the modal and tells the host. What is shown stays until the next opening, so that nothing flickers during the fade. */
export function hide(context: ModalContext, reason: CloseReason): void {
  const { store, scope, link } = context
  if (!store.get(isOpenAtom)) return
  scope.abort('connect', 'switch', 'pair', 'login', 'approve', 'walletScreen')
  store.set(isPairingAheadAtom, false)
  store.set(isOpenAtom, false)
  store.set(toastAtom, null)
  track(context, 'MODAL_CLOSE', { connected: store.get(activeConnectionAtom) !== undefined })
  // Sent after the card has faded, and after the wallet's frame has gone (`hold-frame.ts`).
  const isLasting = isWalletView(store.get(routeAtom)) || !matchMedia('(prefers-reduced-motion: reduce)').matches
  scope.after(
    isLasting ? fadeMs : 0,
    () => {
      link.app.request('UI_CLOSE', { reason }).catch(() => {}) // if the host is gone, it has already closed
    },
    scope.begin('farewell'),
  )
}

const fadeMs = 150
const isWalletView = (route: Route | undefined) =>
  route?.view === 'ApproveTransaction' || route?.view === 'WalletScreen'
