/** The composition root: builds the parts from the options, and the instance from the parts. One instance per project and page. */
import type { Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { socialReturn } from '@airlock/protocol/scalars/social-return.ts'
import type { Adaptable } from './adapters.ts'
import { type Announcer, createAnnouncer } from './announce/eip6963.ts'
import { claim, isClaimed } from './claim.ts'
import type { Theme } from './configuration.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import { fieldOf, fingerprint, inBrowser, listen, toJson, type Undo } from './dom.ts'
import { createEmitter } from './emitter.ts'
import { readFeatures } from './features.ts'
import { createFrameElement, type FrameElement } from './frame/element.ts'
import type { Provider } from './injected/read.ts'
import type { Channels } from './link/connection.ts'
import { readLocale } from './locale.ts'
import { createNetworks, toFrameNetwork, toNetwork } from './networks.ts'
import { type Config, readOptions } from './options.ts'
import type { Page } from './page.ts'
import { createLazyProvider, type LazyProvider } from './providers/lazy.ts'
import type { ScopedHost } from './providers/scoped.ts'
import { attempt, refuseOthers } from './refuse.ts'
import { createHintStore } from './store/hints.ts'
import { createStore } from './store/store.ts'
import { effective, onSystemTheme, readTheme } from './theme.ts'
import type { Adapter, Airlock, Events, OpenOptions, Options, State } from './types.ts'

const instances = new Map<string, { key: string | undefined; mount: HTMLElement | undefined; airlock: Airlock }>()

/**
 * Creates the instance of this page. Synchronous, loads nothing; on a server it returns an instance in its initial state.
 * With equal options it returns the existing instance; with different ones it throws.
 * @throws {AirlockError} INVALID_OPTIONS, FRAME_URL_REQUIRED, SAME_ORIGIN_FRAME, HOST_OPAQUE_ORIGIN
 */
export function createAirlock(options: Options): Airlock {
  const config = readOptions(options)
  if (!inBrowser()) return createInstance(config, () => {})
  const { projectId, mount } = config
  const key = keyOf(config, options)
  const known = instances.get(projectId)
  if (known && known.key === key && known.mount === mount) return known.airlock
  if (isClaimed(projectId))
    throw new AirlockError('INVALID_OPTIONS', {
      message: `Project ${projectId} has another instance, with other options or from another copy of the SDK; destroy it first`,
    })
  const airlock = createInstance(config, () => {
    release()
    instances.delete(projectId)
  })
  const release = claim(projectId)
  instances.set(projectId, { key, mount, airlock })
  return airlock
}

/**
 * Identifies the options as given, without the defaults from page and system (title, language, colours), which may change between two
 * calls.
 */
function keyOf(
  { adapters, theme, frameUrl, networks, frame, announce, lockScroll, persist, externalWallets }: Config,
  options: Options,
): string | undefined {
  const { metadata, locale, dir, messages, transports } = options
  const { mode, motion, variables } = theme
  const namespaces = adapters?.map((adapter) => adapter.namespace)
  const asked = [
    frameUrl,
    networks,
    frame,
    announce,
    lockScroll,
    persist,
    mode,
    motion,
    variables,
    namespaces,
    externalWallets.map(({ id }) => id),
  ]
  return fingerprint([asked, metadata, locale, dir, messages, transports])
}

function createInstance(config: Config, onDestroy: () => void): Airlock {
  const { transports } = config
  const { on, emit } = createEmitter<Events>()
  const networks = createNetworks(config.networks, config.adapters)
  const hints = createHintStore(config.projectId, config.persist)
  let { frame, theme, locale, announce } = config
  let element: FrameElement | undefined
  let page: Page | undefined
  let loading: Promise<Page> | undefined
  const providers = Object.create(null) as Partial<Record<Namespace, LazyProvider>> // as: empty; it has no names of its own
  let direct: Provider | undefined
  let announcer: Announcer | undefined
  let ready: Deferred<void> = createDeferred()
  let isDestroyed = false
  const undos: Undo[] = [onDestroy]
  const attached = new Map<Adapter, Undo>()

  const store = createStore({
    ready: false,
    open: false,
    accounts: {},
    theme: effective(theme),
    persistence: hints.persistence,
    health: 'ok',
  })

  const createElement = (): FrameElement => {
    const { frameUrl: url, frameOrigin: origin, dapp, mount, lockScroll } = config
    const label = dapp.name || 'Wallet'
    const { messages } = locale
    const created = createFrameElement({ url, origin, label, mount, lockScroll, messages })
    created.setScheme(effective(theme))
    return created
  }

  const build = async (frame: FrameElement): Promise<Page> => {
    // In two steps: see the test of the package's imports.
    const part = await import('./page.ts').catch((cause: unknown) => {
      throw new AirlockError('NETWORK', { cause, message: 'A part of the SDK did not load: check script-src' })
    })
    if (isDestroyed) throw new AirlockError('DESTROYED')
    page = part.createPage({
      config,
      element: frame,
      store,
      hints,
      emit(event, payload) {
        if (event === 'error') {
          ready.reject(payload)
          if (!store.getState().ready) ready = createDeferred()
        }
        emit(event, payload)
      },
      configuration,
      onState,
      onMessage: (payload) => providers.eip155?.ifLoaded(({ onMessage }) => onMessage?.(payload)),
      isOwn: (provider) => provider === providers.eip155?.provider,
      networks,
    })
    return page
  }

  const expectPage = () => {
    if (isDestroyed) throw new AirlockError('DESTROYED')
    if (!inBrowser()) throw new AirlockError('NOT_AVAILABLE')
  }
  /** The first use loads the frame and, in parallel, the code that talks to it. */
  const need = async (parent?: HTMLElement): Promise<Page> => {
    expectPage()
    if (!loading) {
      element ??= createElement()
      const frame = element
      frame.start(parent)
      loading = build(frame).catch((error: unknown) => {
        loading = undefined // the next use tries again
        frame.unload()
        throw error
      })
    }
    return loading
  }
  const configuration = () => ({
    options: {
      ...frame,
      basic: !networks.served.size,
      networks: networks.list.map((network) => toFrameNetwork(network, transports)),
    },
    theme,
    locale,
    dapp: config.dapp,
  })

  /** Mirrors the frame's state and derives each event once, from the change. */
  const onState = (snapshot: Snapshot, parts: Partial<State>): void => {
    const before = store.getState()
    const account = snapshot.accounts.find(({ namespace }) => namespace === 'eip155')
    const wallet = account?.wallet
    // An injected wallet stays the same object although its handle changes with each session.
    if (!account?.restoring) direct = wallet?.handle ? (page?.relay.find(wallet.handle) ?? direct) : undefined
    store.set(parts)
    const after = store.getState()
    if (after.ready) ready.resolve()
    for (const { namespace } of snapshot.accounts) {
      const [was, is] = [before.accounts[namespace], after.accounts[namespace]]
      const wasConnected = was?.status === 'connected'
      if (is?.status === 'connected') {
        if (!wasConnected) emit('connect', is)
      } else if (wasConnected) emit('disconnect', { namespace })
    }
    if (snapshot.accounts.some(({ wallet }) => wallet?.type === 'auth')) offer()
    if (after.session !== before.session) emit('session', after.session ?? null)
    if (after.network && after.network !== before.network) emit('network', { network: after.network })
  }

  /** Offers the embedded wallet to the libraries of the page; before the frame has loaded, the wallet in the stored hint. */
  const offer = (stored?: unknown) => {
    if (!announce) return
    announce = false // only once, unless the file failed to load
    announcer ??= createAnnouncer(() => airlock.provider('eip155'))
    const remembered = announcer.read(stored)
    if (remembered && networks.first('eip155')) announcer.hold(remembered)
    const offered = { airlock, announcer, remembered, restoring }
    import('./announce/announce.ts').then(
      (loaded) => isDestroyed || undos.push(loaded.announce(offered)),
      () => {
        announce = true
      },
    )
  }

  const report = (error: unknown) => {
    // A session that ends rejects its calls; the next one is configured again.
    if (error instanceof AirlockError && error.code !== 'PEER_GONE' && error.code !== 'DESTROYED') emit('error', error)
  }
  /** Updates the configuration of a running frame. */
  const sync = (send: (app: Channels['app']) => Promise<unknown>): void => {
    const app = page?.connection.live?.app
    if (app) (async () => send(app))().catch(report) // reports synchronous and asynchronous errors
  }
  const session = async () => (await need()).connection.session()
  /** The session, if there is one or a stored connection to restore. */
  const reach = (): Promise<Channels> =>
    (page ? page.connection.isStarted : loading) || hints.read()
      ? session()
      : Promise.reject(new AirlockError('DISCONNECTED'))
  const restoring = () => (hints.read() ? session() : undefined)
  const adapting = () => {
    expectPage()
    return import('./adapters.ts')
  }
  const setTheme = (next: Theme): void => {
    theme = next
    store.set({ theme: effective(theme) })
    sync((app) => app.request('SYNC_THEME', theme))
  }

  const relabel = async (...label: [address: string, label?: string]) =>
    (await import('./page.ts')).relabel(store, sync, ...label)

  const airlock: Airlock = {
    projectId: config.projectId,
    get ready() {
      return ready.promise
    },
    get networks() {
      return networks.list
    },
    getState: store.getState,
    subscribe: store.subscribe,
    on,
    async open({ view, namespace, signal, args, ...others }: OpenOptions = {}) {
      const type = view === 'Send' ? 'SEND' : view === 'Swap' ? 'SWAP' : view === 'OnRamp' && 'BUY'
      refuseOthers(type ? others : { ...others, args })
      networks.expect(namespace)
      const { modal } = await need()
      return (type && args ? modal.send(type, args, signal) : modal.open({ view, namespace, signal })) as never // depends on `args`
    },
    close() {
      if (page) page.modal.requestClose('host')
      else void loading?.then(({ modal }) => modal.requestClose('host')).catch(() => {}) // `open` reports it
    },
    prefetch() {
      if (isDestroyed || !inBrowser()) return
      const start = async () => {
        const { connection } = await need()
        connection.intent()
        await connection.session()
      }
      start().catch(() => {}) // reported by `error` and `ready`
    },
    destroy() {
      if (isDestroyed) return
      isDestroyed = true
      for (const undo of [...undos, ...attached.values()]) undo()
      announcer?.stop()
      for (const { ifLoaded } of Object.values(providers)) ifLoaded(({ stop }) => stop())
      page?.destroy()
      page = undefined
      element?.destroy()
      ready.reject(new AirlockError('DESTROYED'))
      store.set({ ready: false, open: false })
    },
    async connect({ walletId, namespace, signal, ...others } = {}) {
      refuseOthers(others)
      networks.expect(namespace)
      return (await need()).modal.connect({ walletId, namespace, signal })
    },
    async disconnect({ namespace, ...others } = {}) {
      refuseOthers(others)
      if (!hints.read() && !Object.values(store.getState().accounts).some(({ status }) => status !== 'disconnected'))
        return
      await (await session()).app.request('DISCONNECT', toJson({ namespace }))
    },
    async signIn() {
      return store.getState().session ?? (await need()).modal.signIn()
    },
    async signOut() {
      await (await reach()).app.request('SIGN_OUT', {})
    },
    async switchNetwork(wanted) {
      const chainId = typeof wanted === 'string' ? wanted : toNetwork(wanted).caipNetworkId
      const network = networks.find(chainId)
      if (network) {
        await (await session()).app.request('SWITCH_NETWORK', { chainId })
        return network
      }
      // A modal that is there refuses it too, and alerts the developer.
      sync((app) => app.request('SWITCH_NETWORK', { chainId }).catch(() => {}))
      throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: 'Network not found' })
    },
    embed(box, options) {
      const undo = new AbortController()
      need(box)
        .then((page) => page.embed(airlock, box, options, undo.signal))
        .catch(report)
      return () => undo.abort()
    },
    addNetwork(given) {
      const network = toNetwork(given)
      const added = { network: toFrameNetwork(network, transports) }
      networks.add(network)
      page?.relay.refresh()
      sync((app) => app.request('ADD_NETWORK', added))
    },
    removeNetwork(id) {
      networks.remove(id)
      page?.relay.refresh()
      sync((app) => app.request('REMOVE_NETWORK', { chainId: id }))
    },
    addAddressLabel: relabel,
    removeAddressLabel: (address) => relabel(address),
    async addAdapter(adapter, given = []) {
      await (await adapting()).addAdapter(adaptable, adapter, given)
    },
    async removeAdapter(namespace) {
      await (await adapting()).removeAdapter(adaptable, namespace)
    },
    updateFeatures(features) {
      const next = attempt('features', () => readFeatures(toJson(features), config.dapp, frame.features))
      frame = { ...frame, features: next }
      sync((app) => app.request('UPDATE_FEATURES', { features: frame.features }))
    },
    setTheme(mode, variables = theme.variables) {
      setTheme(readTheme(mode, variables, theme.motion))
    },
    setLocale(next) {
      locale = readLocale({ ...locale, locale: next })
      sync((app) => app.request('SYNC_LOCALE', locale))
    },
    provider(namespace: Namespace = 'eip155') {
      providers[namespace] ??= createLazyProvider(namespace, host)
      return providers[namespace].provider as never // made for this namespace
    },
    request: async (call) => (await import('./providers/scoped.ts')).runScoped(host, call),
    diagnostics: () => page?.audit.read() ?? { events: [], refusals: {}, strangers: 0 },
  }

  const adaptable: Adaptable = { airlock, networks, transports, store, attached, page: () => page }

  /** The parts of the instance that the providers use. */
  const host: ScopedHost = {
    store,
    airlock,
    direct: () => direct,
    restoring,
    sent: (transaction) =>
      void reach()
        .then(({ provider }) => provider.notify('TRANSACTION_SENT', transaction))
        .catch(() => {}), // without a frame, the transaction is not followed
    forward: async (call) => (await (await reach()).provider.request('RPC_REQUEST', call as RpcCall)).result,
  }

  if (inBrowser()) {
    undos.push(onSystemTheme(() => setTheme(readTheme(theme.mode, theme.variables, theme.motion))))
    // A stored connection counts as intent, once the document has an element for the frame.
    if (hints.read()) {
      const stored = [hints.read()]
        .flat()
        .map((hint) => fieldOf(hint, 'announced'))
        .find(Boolean)
      if (stored) offer(stored)
      if (config.mount ?? document.body) airlock.prefetch()
      else undos.push(listen(document, 'DOMContentLoaded', airlock.prefetch, { once: true }))
    }
    if (location.search.includes(socialReturn))
      import('./login-return.ts').then(({ resumeLogin }) => resumeLogin(config.projectId, session)).catch(report)
    undos.push(
      hints.watch(() => {
        if (page) reach().then(page.follow).catch(report)
        else if (hints.read()) airlock.prefetch()
      }),
    )
    for (const adapter of config.adapters ?? []) attached.set(adapter, adapter.attach(airlock))
  }
  return airlock
}

type RpcCall = Parameters<Channels['provider']['request']>[1]
