/** Each request of the host, named as on the wire, with the flow that serves it. */
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import type { ModalEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { configure } from '../flows/configure.ts'
import { waitForConnection } from '../flows/connect-request.ts'
import type { ModalContext } from '../flows/context.ts'
import { disconnect } from '../flows/disconnect.ts'
import { cleanDapp } from '../flows/foreign-names.ts'
import { addNetwork, removeNetwork } from '../flows/networks.ts'
import { close, onEscape, open } from '../flows/open.ts'
import { localeAtom, themeAtom } from '../state/appearance.ts'
import { dappAtom, optionsAtom } from '../state/options.ts'

/** @param onConfigured with what the first render waits for */
export function appHandlers(
  getContext: () => ModalContext,
  onConfigured: (chosen: Promise<void> | undefined) => void,
): Handlers<ModalEnd['app']> {
  const configured = (): ModalContext => {
    const context = getContext()
    if (!context.store.get(optionsAtom)) throw new AirlockError('NOT_AVAILABLE', { message: 'CONFIGURE comes first.' })
    return context
  }
  const requests = async () => {
    const context = configured()
    return (await import('../flows/page-requests.ts')).pageRequests(context)
  }
  return {
    CONFIGURE(configuration) {
      const context = getContext()
      if (context.store.get(optionsAtom))
        throw new AirlockError('NOT_AVAILABLE', { message: 'This session is configured already.' })
      onConfigured(configure(context, configuration))
      return {}
    },
    OPEN: (request) => ({ view: open(configured(), request).view }),
    CLOSE({ reason }) {
      const context = configured()
      const closed = reason === 'escape' ? onEscape(context) : close(context, reason === 'host' ? 'host' : 'user')
      // The answer tells the host that the modal closed. A delayed UI_CLOSE could close a dialog that was opened again.
      if (closed) clearTimeout(context.farewell)
      return { closed }
    },
    PLACE({ inline }) {
      configured()
      document.documentElement.toggleAttribute('data-inline', inline)
      return {}
    },
    CONNECT: (request, handling) => waitForConnection(configured(), request, handling),
    DISCONNECT: async ({ namespace }) => ({ namespaces: await disconnect(configured(), namespace) }),
    async SWITCH_NETWORK({ chainId }, { waitsForPerson }) {
      waitsForPerson()
      const context = configured()
      const { switchNetwork } = await import('../flows/switch-network.ts')
      await switchNetwork(context, chainId)
      return { chainId }
    },
    SEND: async (request, handling) => (await requests()).SEND(request, handling),
    SWAP: async (request, handling) => (await requests()).SWAP(request, handling),
    BUY: async (request, handling) => (await requests()).BUY(request, handling),
    async SIGN_IN(_, handling) {
      const context = configured()
      return (await import('../flows/sign-in.ts')).waitForSignIn(context, handling)
    },
    async SIGN_OUT() {
      const context = configured()
      await (await import('../flows/sign-in.ts')).signOut(context)
      return {}
    },
    ADD_NETWORK({ network }) {
      addNetwork(configured(), network)
      return {}
    },
    REMOVE_NETWORK({ chainId }) {
      removeNetwork(configured(), chainId)
      return {}
    },
    UPDATE_FEATURES({ features }) {
      const { store } = configured()
      const options = store.get(optionsAtom)
      if (options) store.set(optionsAtom, { ...options, features })
      return {}
    },
    SYNC_THEME(theme) {
      configured().store.set(themeAtom, theme)
      return {}
    },
    SYNC_LOCALE(locale) {
      configured().store.set(localeAtom, locale)
      return {}
    },
    SYNC_DAPP_DATA(dapp) {
      configured().store.set(dappAtom, cleanDapp(dapp))
      return {}
    },
    PING: () => ({}),
  }
}

/** Lazy: the RPC allowlist with its params schemas is not needed before a dapp calls. */
export function providerHandlers(getContext: () => ModalContext): Handlers<ModalEnd['provider']> {
  return {
    async RPC_REQUEST(request, handling) {
      const { rpcRequest } = await import('../flows/rpc-request.ts')
      return rpcRequest(getContext(), request, handling)
    },
  }
}
