/** Closes the modal by the rules of specification §2: when closing is refused. */
import type { CloseReason } from '@airlock/protocol/contracts/shapes/account.ts'
import type { ModalContext } from '../core/context.ts'
import { holds, routeAtom, stackAtom } from '../core/router/router.ts'
import { go, hide } from './navigate.ts'
import { announce, shake } from './notify.ts'
import { passOverAtom } from './state/attempts.ts'
import { mustSwitchNetworkAtom } from './state/network.ts'
import { mustSignInAtom } from './state/sign-in.ts'

/**
 * Closes on the close button, Escape at the root, a click beside the card, or the host. Returns false if the modal stays; it then shakes
 * and announces why.
 */
export function close(context: ModalContext, by: 'user' | 'host'): boolean {
  const { store } = context
  const passOver = store.get(passOverAtom)
  if (by === 'user' && passOver) {
    passOver.run()
    return false
  }
  const view = store.get(routeAtom)?.view
  const mustSwitch = view === 'UnsupportedChain' && store.get(mustSwitchNetworkAtom)
  // Also applies if another view covers it.
  const mustSign = holds(store.get(stackAtom), 'SIWXSignMessage') && store.get(mustSignInAtom)
  if ((mustSwitch || mustSign) && by === 'user') {
    shake(context)
    announce(context, mustSign ? 'siwx.cannotClose' : 'unsupported.cannotClose', {}, true)
    return false
  }
  hide(context, by satisfies CloseReason)
  return true
}

/** Escape: goes back, or closes at the root. */
export function onEscape(context: ModalContext): boolean {
  if (context.store.get(stackAtom).steps.length > 1 && context.store.get(routeAtom)?.view !== 'UnsupportedChain') {
    go.back(context)
    return false
  }
  return close(context, 'user')
}
