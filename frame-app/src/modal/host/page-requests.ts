/**
 * Requests of the page that the first view need not serve. Their flows load on demand; this file imports them, so that the first view does
 * not list them. The flows that change connections are part of this file, so that no request overtakes another.
 */
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { ModalEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import type { ModalContext } from '../core/context.ts'
import { cleanDapp } from '../core/foreign-names.ts'
import { dappAtom, optionsAtom } from '../core/options.ts'
import { addNetwork, removeNetwork } from '../features/networks/networks.ts'
import { switchNetwork } from '../features/networks/switch-network.ts'
import { addAdapter, removeAdapter } from './adapters.ts'
import { followHints } from './follow-tabs.ts'

/** All but those in `handlers.ts`. They wait for this file, so they keep their order. */
export type PageRequests = Omit<
  Handlers<ModalEnd['app']>,
  'CONFIGURE' | 'OPEN' | 'CLOSE' | 'PLACE' | 'CONNECT' | 'DISCONNECT' | 'SYNC_THEME' | 'SYNC_LOCALE' | 'PING'
>

export const pageRequests = (context: ModalContext): PageRequests => ({
  SEND: async (request, handling) => (await import('./send-request.ts')).waitForSend(context, request, handling),
  SWAP: async (request, handling) => (await import('./swap-request.ts')).waitForSwap(context, request, handling),
  BUY: async (request, handling) => (await import('./buy-request.ts')).waitForPurchase(context, request, handling),
  SIGN_IN: async (_, handling) => (await import('../features/sign-in/sign-in.ts')).waitForSignIn(context, handling),
  async SIGN_OUT() {
    await (await import('../features/sign-in/sign-in.ts')).signOut(context)
    return {}
  },
  async LOGIN_RESUME({ uri }) {
    context.scope.run((await import('../features/login/social-redirect.ts')).resumeSocialLogin(context, uri))
    return {}
  },
  async SWITCH_NETWORK({ chainId }, { waitsForPerson }) {
    waitsForPerson()
    await switchNetwork(context, chainId, { isOfPage: true })
    return { chainId }
  },
  SYNC_HINTS({ hints }) {
    followHints(context, hints)
    return {}
  },
  async SYNC_LABELS({ labels }) {
    ;(await import('../session/labels.ts')).setLabels(context, labels)
    return {}
  },
  SYNC_DAPP_DATA(dapp) {
    context.store.set(dappAtom, cleanDapp(dapp))
    return {}
  },
  ADD_NETWORK({ network }) {
    addNetwork(context, network)
    return {}
  },
  REMOVE_NETWORK({ chainId }) {
    removeNetwork(context, chainId)
    return {}
  },
  ADD_ADAPTER({ networks }) {
    addAdapter(context, networks)
    return {}
  },
  REMOVE_ADAPTER({ namespaces }) {
    removeAdapter(context, namespaces)
    return {}
  },
  UPDATE_FEATURES({ features }) {
    const options = context.store.get(optionsAtom)
    if (options) context.store.set(optionsAtom, { ...options, features })
    return {}
  },
})
