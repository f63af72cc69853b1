/** The handler of each request of the host, named as on the wire: those that the first view needs. All others are in `page-requests.ts`. */
import type { HandlerContext, Handlers } from '@airlock/protocol/contracts/define.ts'
import { app } from '@airlock/protocol/contracts/host-link/received-by-modal.ts'
import type { ModalEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isModalOpen } from '../../shared/ui/motion/motion.ts'
import type { ModalContext } from '../core/context.ts'
import { optionsAtom } from '../core/options.ts'
import { open } from '../features/connect/open.ts'
import { close, onEscape } from '../session/close.ts'
import { disconnect } from '../session/disconnect.ts'
import { localeAtom, themeAtom } from '../session/state/appearance.ts'
import { configure } from './configure.ts'
import { waitForConnection } from './connect-request.ts'
import type { PageRequests } from './page-requests.ts'

let drawn: Promise<unknown> | undefined
/** The page takes its waiting card away with the first answer: the modal has to be on the screen. A tab in the background draws nothing. */
const untilDrawn = ({ scope }: ModalContext) => {
  drawn ??= new Promise<void>((resolve) => {
    scope.after(300, resolve)
    const look = () => requestAnimationFrame(isModalOpen() ? () => resolve() : look)
    look()
  })
  return drawn
}

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
  const served = Object.fromEntries(
    Object.keys(app.requests).map((type) => [
      type,
      async (request: never, handling: HandlerContext) => {
        const context = configured()
        const { pageRequests } = await import('./page-requests.ts')
        return pageRequests(context)[type as keyof PageRequests](request, handling) // as: all but those below
      },
    ]),
  ) as PageRequests // as: those below replace the others
  const first: Omit<Handlers<ModalEnd['app']>, keyof PageRequests> = {
    CONFIGURE(configuration) {
      const context = getContext()
      if (context.store.get(optionsAtom))
        throw new AirlockError('NOT_AVAILABLE', { message: 'This session is configured already.' })
      onConfigured(configure(context, configuration))
      return {}
    },
    async OPEN(request) {
      const context = configured()
      const { view } = open(context, request)
      await untilDrawn(context)
      return { view }
    },
    CLOSE({ reason }) {
      const context = configured()
      const closed = reason === 'escape' ? onEscape(context) : close(context, reason === 'host' ? 'host' : 'user')
      // The answer tells the host that the modal closed. A delayed UI_CLOSE could close a dialog that was opened again.
      if (closed) context.scope.abort('farewell')
      return { closed }
    },
    PLACE({ inline }) {
      configured()
      document.documentElement.toggleAttribute('data-inline', inline)
      return {}
    },
    CONNECT: (request, handling) => waitForConnection(configured(), request, handling),
    DISCONNECT: async ({ namespace }) => ({ namespaces: await disconnect(configured(), namespace) }),
    SYNC_THEME(theme) {
      configured().store.set(themeAtom, theme)
      return {}
    },
    SYNC_LOCALE(locale) {
      configured().store.set(localeAtom, locale)
      return {}
    },
    PING: () => ({}),
  }
  return { ...served, ...first }
}

/** Lazy: the RPC allowlist with its params schemas is not needed before a dapp calls. */
export function providerHandlers(getContext: () => ModalContext): Handlers<ModalEnd['provider']> {
  return {
    async RPC_REQUEST(request, handling) {
      const { rpcRequest } = await import('./rpc-request.ts')
      return rpcRequest(getContext(), request, handling)
    },
  }
}
