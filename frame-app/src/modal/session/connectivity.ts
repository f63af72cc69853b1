/**
 * Handles going offline and online: announces it once in the live region and reports it to the host. A user who is connecting sees a
 * separate view, which closes by itself; a connected user keeps the account view, which shows how old its figures are.
 */

import type { ModalContext } from '../core/context.ts'
import { healthAtom, isOpenAtom } from '../core/modal.ts'
import { routeAtom, stackAtom } from '../core/router/router.ts'
import type { Route } from '../core/router/routes.ts'
import { go } from './navigate.ts'
import { announce } from './notify.ts'

export function watchConnectivity(context: ModalContext): void {
  const online = () => {
    context.store.set(healthAtom, 'ok')
    announce(context, 'live.online')
    const stack = context.store.get(stackAtom)
    const steps = stack.steps.filter(({ route }) => !isOffline(route))
    if (isOffline(stack.steps.at(-1)?.route)) go.back(context)
    // The offline view may be below Help.
    else if (steps.length < stack.steps.length) go.to(context, { ...stack, steps })
    import('./balance.ts').then(
      ({ refreshBalance }) => refreshBalance(context, { force: true }),
      () => {},
    )
  }
  const offline = () => {
    context.store.set(healthAtom, 'offline')
    announce(context, 'live.offline', {}, true)
    if (context.store.get(isOpenAtom) && context.store.get(routeAtom)?.view === 'Connect')
      go.push(context, { view: 'Error', code: 'NETWORK' })
  }
  window.addEventListener('online', online)
  window.addEventListener('offline', offline)
}

const isOffline = (route: Route | undefined) => route?.view === 'Error' && route.code === 'NETWORK'
