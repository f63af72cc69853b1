/** Each request of the host, named as on the wire, with the flow that serves it. */
import type { HandlerContext, Handlers } from '@airlock/protocol/contracts/define.ts'
import type { ModalEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { configure } from '../flows/configure.ts'
import { waitForConnection } from '../flows/connect-request.ts'
import type { ModalContext } from '../flows/context.ts'
import { disconnect } from '../flows/disconnect.ts'
import { close, onEscape, open } from '../flows/open.ts'
import type { PageRequests } from '../flows/page-requests.ts'
import { localeAtom, themeAtom } from '../state/appearance.ts'
import { optionsAtom } from '../state/options.ts'

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
  /** All wait for the same file, so they keep their order. */
  const later =
    <T extends keyof PageRequests>(type: T) =>
    async (request: Parameters<PageRequests[T]>[0], handling: HandlerContext) => {
      const context = configured()
      const { pageRequests } = await import('../flows/page-requests.ts')
      return pageRequests(context)[type](request, handling)
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
    SWITCH_NETWORK(request, handling) {
      handling.waitsForPerson()
      return later('SWITCH_NETWORK')(request, handling)
    },
    SEND: later('SEND'),
    SWAP: later('SWAP'),
    BUY: later('BUY'),
    SIGN_IN: later('SIGN_IN'),
    SIGN_OUT: later('SIGN_OUT'),
    LOGIN_RESUME: later('LOGIN_RESUME'),
    ADD_NETWORK: later('ADD_NETWORK'),
    REMOVE_NETWORK: later('REMOVE_NETWORK'),
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
    SYNC_DAPP_DATA: later('SYNC_DAPP_DATA'),
    SYNC_HINTS: later('SYNC_HINTS'),
    SYNC_LABELS: later('SYNC_LABELS'),
    PING: () => ({}),
  }
}

/** Lazy: the RPC allowlist with its params schemas is not needed before a dapp calls. */
export function providerHandlers(getContext: () => ModalContext): Handlers<ModalEnd['provider']> {
  return {
    async RPC_REQUEST(request, handling) {
      const { rpcRequest } = await (await import('../flows/later.ts')).loadRpcRequest()
      return rpcRequest(getContext(), request, handling)
    },
  }
}
