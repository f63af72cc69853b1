/**
 * The embedded wallet's frame, if the project has one: created when the user signs in with it, or when a stored hint names it. Its code is
 * a separate chunk that other users do not load.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { loginError } from '../../../shared/login/failure.ts'
import type { ModalContext } from '../../core/context.ts'
import { dappAtom, isDebugAtom, optionsAtom } from '../../core/options.ts'
import type { Scope } from '../../core/scope.ts'
import { onEscape } from '../../session/close.ts'
import { keptKeyAtom, rememberConnections } from '../../session/reconnect-hints.ts'
import { connectionsAtom, setConnectionAtom } from '../../session/state/accounts.ts'
import { localeAtom, themeAtom } from '../../session/state/appearance.ts'
import { connectorsAtom } from '../../session/state/connectors.ts'
import { embeddedNamespacesAtom } from '../../session/state/embedded.ts'
import { activeNetworkIdAtom, networksAtom } from '../../session/state/network.ts'
import { createEmbeddedConnector, type EmbeddedPort, embeddedId, profileOf } from './connector.ts'
import { leaveWalletScreen } from './leave-wallet-screen.ts'
import type { WalletChannels, WalletEvent, WalletLink } from './link/wallet-link.ts'
import { walletHeightAtom, walletLinkAtom } from './state/wallet-screen.ts'

/** The live session with the wallet; creates the frame if there is none. @throws the reason why it cannot start */
export async function reachWallet(context: ModalContext): Promise<WalletChannels> {
  const { store } = context
  const link =
    store.get(walletLinkAtom) ??
    createWallet(context).catch((error: unknown) => {
      store.set(walletLinkAtom, undefined) // the next caller tries again
      throw error
    })
  store.set(walletLinkAtom, link)
  const channels = await (await link).session()
  tellAppearance(context, channels)
  return channels
}

async function createWallet(context: ModalContext): Promise<WalletLink> {
  const { walletOrigin: origin, projectId } = context.project
  if (origin === undefined) throw new AirlockError('NOT_AVAILABLE')
  // If the host is itself embedded, the wallet answers nothing, because any site could have embedded it.
  // In Firefox before 148, no document knows where it is embedded, and the wallet answers nobody.
  if (!('ancestorOrigins' in location)) throw loginError({ reason: 'BROWSER_TOO_OLD' })
  if (location.ancestorOrigins.length > 1) throw new AirlockError('HOST_IS_FRAMED')
  const { createWalletLink, writeParameters } = await import('./link/wallet-link.ts').catch((cause: unknown) => {
    throw new AirlockError('FRAME_TIMEOUT', { cause })
  })
  const host = document.createElement('div')
  const mount = host.attachShadow({ mode: 'closed' })
  document.body.append(host)
  const { store } = context
  const chainId = store.get(activeNetworkIdAtom) ?? store.get(networksAtom)[0]?.id ?? 'eip155:1'
  return createWalletLink({
    url: `${origin}/p/${projectId}/${writeParameters({ projectId, chainId, isLogging: store.get(isDebugAtom) })}`,
    origin,
    mount,
    onEvent: (event) => tellEmbedded(context, event),
    onHeight: (height) => store.set(walletHeightAtom, height),
    onEscape: () => onEscape(context),
    onDone: () => leaveWalletScreen(context),
    onKept: (key) => rememberKept(context, key),
    async onSignInAgain() {
      const { signInAgain } = await import('../login/sign-in-again.ts')
      signInAgain(context)
    },
  })
}

/** Sends the page's description once per session of the link; theme and language at the start and on every change. */
function tellAppearance(context: ModalContext, { app }: WalletChannels): void {
  const { store, scope, project } = context
  const before = store.get(appearanceAtom)
  if (before?.app === app) return
  before?.follows.dispose()
  const ignore = () => {} // a failed theme update is ignored
  const sendTheme = () => scope.run(app.request('SYNC_THEME', store.get(themeAtom)).catch(ignore))
  const sendLocale = () => {
    const { locale, dir } = store.get(localeAtom)
    scope.run(app.request('SYNC_LOCALE', { locale, dir }).catch(ignore))
  }
  sendTheme()
  sendLocale()
  const follows = scope.child()
  follows.add(store.sub(themeAtom, sendTheme))
  follows.add(store.sub(localeAtom, sendLocale))
  store.set(appearanceAtom, { app, follows })
  const sdkVersion = store.get(optionsAtom)?.sdkVersion
  const page = { projectId: project.projectId, metadata: store.get(dappAtom), ...(sdkVersion ? { sdkVersion } : {}) }
  scope.run(app.request('SYNC_DAPP_DATA', page).catch(ignore))
}
const appearanceAtom = atom<{ readonly app: object; readonly follows: Scope } | undefined>(undefined)

const listenersAtom = atom(() => new Set<(event: WalletEvent) => void>())
export const tellEmbedded = ({ store }: ModalContext, event: WalletEvent): void => {
  for (const listener of store.get(listenersAtom)) listener(event)
}

const portAtom = atom<EmbeddedPort | undefined>(undefined)

/** Port to the one session that the connectors of all namespaces share. */
function portOf(context: ModalContext): EmbeddedPort {
  const { store } = context
  let ending: Promise<void> | undefined
  const port: EmbeddedPort = store.get(portAtom) ?? {
    reach: () => reachWallet(context),
    end() {
      ending ??= reachWallet(context)
        .then(({ app }) => app.request('SIGN_OUT', {}))
        .then(() => {})
        .finally(() => {
          ending = undefined
        })
      return ending
    },
    async ask(method, work) {
      const { withApproval } = await import('./approve.ts')
      const giveUp = async () => (await reachWallet(context)).app.request('UI_HIDDEN', {})
      return withApproval(context, { method, work, giveUp })
    },
    listen(listener) {
      const listeners = store.get(listenersAtom).add(listener)
      return () => listeners.delete(listener)
    },
  }
  store.set(portAtom, port)
  return port
}

/**
 * Adds the wallet's connectors: one for each namespace that it serves and in which the app has a network, that of the active network first.
 * @param kept the key of a hint, to go on with what the wallet's own window has kept
 */
export function addEmbeddedConnectors(context: ModalContext, kept?: string) {
  const { store, project } = context
  const { walletName: name, walletIcon: icon } = project
  const active = store.get(activeNetworkIdAtom)
  const networks = store.get(networksAtom).map(({ id }) => id)
  const port = portOf(context)
  const connectors = store
    .get(embeddedNamespacesAtom)
    .map((namespace) => createEmbeddedConnector(port, namespace, { name, icon, networks, active, kept }))
  const others = store.get(connectorsAtom).filter(({ type }) => type !== 'auth')
  store.set(connectorsAtom, [...others, ...connectors])
  return connectors
}

/** The page's hint gets the key, so that it is erased by the next sign-out, and opens nothing on another site. */
function rememberKept(context: ModalContext, key: string): void {
  context.store.set(keptKeyAtom, key)
  rememberConnections(context)
}

/** Reads the user's data from the wallet again after the user has changed it, and tells the page. */
export async function refreshUser(context: ModalContext): Promise<void> {
  const { store } = context
  const { app } = await reachWallet(context)
  const profile = profileOf(await app.request('GET_USER', {}))
  for (const connection of Object.values(store.get(connectionsAtom)))
    if (connection?.status === 'connected' && connection.wallet.id === embeddedId)
      store.set(setConnectionAtom, namespaceOf(connection.chainId), { ...connection, ...profile })
}
