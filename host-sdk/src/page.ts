/** The code that talks to the frame: connection, modal, wallets. Loaded on the first intent, in parallel with the frame. */
import { type Audit, createAudit } from '@airlock/protocol/channel/audit.ts'
import type { HandlerContext, Handlers } from '@airlock/protocol/contracts/define.ts'
import { app, injected, provider } from '@airlock/protocol/contracts/host-link/received-by-host.ts'
import type { HostEnd } from '@airlock/protocol/contracts/host-link/types.ts'
import type { Account, Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Configuration } from './configuration.ts'
import { listen, toJson, warn } from './dom.ts'
import type { Embedding } from './embed.ts'
import type { Emitter } from './emitter.ts'
import type { FrameElement } from './frame/element.ts'
import { guardFocus } from './frame/focus-guard.ts'
import { createRelay, type Relay } from './injected/relay.ts'
import { type Channels, type ConnectionOptions, createConnection } from './link/connection.ts'
import type { OpenPolicy } from './links/open.ts'
import { createModal, type Modal } from './modal.ts'
import type { Networks } from './networks.ts'
import type { Config } from './options.ts'
import { createPresses } from './press-round.ts'
import type { HintStore } from './store/hints.ts'
import { readHints } from './store/read-hints.ts'
import { readSnapshot } from './store/snapshot.ts'
import type { Store } from './store/store.ts'
import type { Airlock, EmbedOptions, Events, State } from './types.ts'

export { relabel } from './labels.ts'

/** Handled in a file that loads with the first of them. */
const signInTypes = [
  'SIWX_CREATE_MESSAGE',
  'SIWX_GET_SESSIONS',
  'SIWX_ADD_SESSION',
  'SIWX_SET_SESSIONS',
  'SIWX_REVOKE_SESSION',
] as const

export interface PageOptions {
  config: Config
  element: FrameElement
  store: Store
  hints: HintStore
  emit: Emitter<Events>['emit']
  /** For the first request of each session; the store adds the hints. */
  configuration: () => Omit<Configuration, 'hints'>
  onState: (snapshot: Snapshot, parts: Partial<State>) => void
  onMessage: (payload: unknown) => void
  isOwn: (provider: object) => boolean
  networks: Networks
}

export interface Page extends Embedding {
  /** Shows the frame in a box of the page, until the signal aborts. */
  readonly embed: (
    airlock: Airlock,
    box: HTMLElement,
    options: EmbedOptions | undefined,
    undone: AbortSignal,
  ) => Promise<void>
  /** Another tab of the page has saved hints. */
  readonly follow: (channels: Channels) => Promise<unknown>
  readonly relay: Relay
  readonly audit: Audit
  destroy: () => void
}

export function createPage(options: PageOptions): Page {
  const { config, element, store, hints, emit, networks } = options
  const { frameOrigin: origin, schemes } = config
  const presses = createPresses()
  const links: OpenPolicy = {
    schemes,
    isDevelopment: origin.startsWith('http:'),
    pressed: element,
    presses,
    shownMs: () => modal.shownMs(),
    opened: new Set(),
    keptAs: config.persist === 'local' ? `@airlock/${config.projectId}/opened` : undefined,
    isAsked: () => !!page.channels?.provider.pending.calls,
  }
  const relay = createRelay(options.isOwn, config.externalWallets, () => networks.list, presses)
  const audit = createAudit()
  const undos = [
    ...guardFocus(element, () => connection.lost(false)),
    listen(document, 'click', ({ isTrusted }) => isTrusted && presses.page.begin(), { capture: true }),
  ]
  // Lazy: nobody types before the modal is there.
  import('./frame/keyboard.ts').then(
    ({ keepAboveKeyboard }) => undos.push(...keepAboveKeyboard(element)),
    () => {},
  )
  let wasOpen = false
  const signIn = async () => {
    if (!config.siwx) throw new AirlockError('NOT_AVAILABLE')
    return (await import('./sign-in.ts')).serveSignIn(config.siwx)
  }
  /** The frame's report of an account; of a wallet in the page, only if that wallet itself has shared the account (T7). */
  const ofTheWallet = (account: Account): Account => {
    if (relay.isShared(account)) return account
    audit.note({
      at: Date.now(),
      port: 'app',
      direction: 'in',
      type: 'STATE',
      id: undefined,
      size: 0,
      verdict: 'UNAUTHORIZED',
    })
    const { namespace } = account
    return {
      namespace,
      status: 'disconnected',
      restoring: false,
      active: null,
      accounts: [],
      type: 'eoa',
      wallet: null,
    }
  }
  const redirect = async () => {
    if (!options.configuration().options.features.socialRedirect) throw new AirlockError('NOT_AVAILABLE')
    return import('./login-return.ts')
  }

  const signInHandlers = Object.fromEntries(
    signInTypes.map((type) => [
      type,
      async (request: never, context: HandlerContext) => (await signIn())[type](request, context),
    ]),
  ) as Pick<Handlers<HostEnd['app']>, (typeof signInTypes)[number]> // as: one for each name

  const behaviour: ConnectionOptions['behaviour'] = {
    app: {
      receives: app,
      tells: [],
      handlers: {
        LINK_OPEN: async (link) => (await import('./links/open.ts')).openLink(link, links),
        UI_CLOSE({ reason }) {
          modal.finish(reason)
          return {}
        },
        SAVE_HINTS(saved) {
          hints.write(saved.hints)
          const { persistence } = hints
          store.set({ persistence })
          return { persistence }
        },
        LOGIN_RETURN: async () => (await redirect()).returnAddress(element, modal.shownMs()),
        LOGIN_LEAVE: async ({ ticket }) =>
          (await redirect()).leaveForLogin(config.projectId, config.frameUrl, {
            ticket,
            pressed: element,
            shownMs: modal.shownMs(),
          }),
        ...signInHandlers,
        PING: () => ({}),
      },
      listeners: {
        STATE(reported) {
          const snapshot = { ...reported, accounts: reported.accounts.map(ofTheWallet) }
          // As the frame is drawn: its user may have chosen another theme.
          element.setScheme(snapshot.theme)
          options.onState(snapshot, readSnapshot(snapshot, store.getState(), networks.find))
          const hasOpened = snapshot.open && !wasOpen
          wasOpen = snapshot.open
          if (hasOpened) modal.shown(snapshot.view ?? '')
        },
        EVENT: (event) => emit('event', event),
        TRANSACTION: (transaction) => emit('transaction', transaction),
        WARNING({ code, text }) {
          if (config.frame.debug) warn(`${code}: ${text}`)
        },
      },
    },
    injected: { receives: injected, tells: ['WALLETS', 'WALLET_EVENT'], handlers: relay.handlers, listeners: {} },
    provider: {
      receives: provider,
      tells: ['TRANSACTION_SENT'],
      handlers: {},
      listeners: {
        PROVIDER_EVENT({ namespace, event, payload }) {
          if (namespace === 'eip155' && event === 'message') options.onMessage(payload)
        },
      },
    },
  }

  const frame = {
    ...element,
    load() {
      element.load({
        ...connection, // what happens to the frame
        onEscape: () => modal.requestClose('escape'),
        onRetry: () => modal.retry(),
        onRemoved() {
          connection.lost(false)
          modal.finish('error')
        },
      })
    },
  }

  const connection = createConnection({
    origin,
    policy: { schemes: [...schemes] },
    behaviour,
    frame,
    // Sent together, so that the frame renders them at once.
    async configure(channels) {
      const stored = readHints(hints.read())
      if (stored.length === 0) hints.write(stored)
      const configured = channels.app.request('CONFIGURE', toJson({ ...options.configuration(), hints: stored }))
      relay.start(channels)
      page.channels = channels
      page.prepare?.()
      modal.live(channels)
      return configured
    },
    onLive(channels) {
      const { addressLabels: labels } = store.getState()
      if (labels) channels.app.request('SYNC_LABELS', { labels }).catch(() => {}) // without labels, only the addresses are shown
      modal.live(channels)
    },
    onDown() {
      wasOpen = false
      relay.pause()
      store.set({ ready: false })
      modal.down()
    },
    onFail: (error) => modal.failed(error),
    onPress: presses.frame.begin,
    audit,
    isAwaited: () => element.isOpen,
  })

  const modal: Modal = createModal({
    element,
    connection,
    store,
    emit,
    hasSiwx: config.siwx !== undefined,
    isShared: relay.isShared,
  })

  const page: Page = {
    element,
    connection,
    modal,
    relay,
    audit,
    follow: ({ app }) => app.request('SYNC_HINTS', { hints: readHints(hints.read()) }),
    embed: async (...call) => (await import('./embed.ts')).embed(page, config.mount, ...call),
    destroy() {
      for (const undo of undos) undo()
      modal.destroy()
      connection.destroy()
      relay.stop()
    },
  }
  return page
}
