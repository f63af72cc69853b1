/**
 * Composition root of the modal document: record → embedder → handshake → link → view.
 * Nothing is drawn and nothing is requested before the host has configured this session.
 */
import '@airlock/protocol/jitless.ts'
import '../shared/theme/tokens.css'
import '../shared/theme/base.css'
import { createAudit } from '@airlock/protocol/channel/audit.ts'
import { press } from '@airlock/protocol/contracts/handshake.ts'
import { ports } from '@airlock/protocol/contracts/host-link/types.ts'
import { openChildLink } from '@airlock/protocol/link.ts'
import { postToWindow } from '@airlock/protocol/window-peer.ts'
import { createStore } from 'jotai'
import { createRoot } from 'react-dom/client'
import { readFeatures } from '../shared/boot/features.ts'
import { loadForOlderBrowsers } from '../shared/boot/load-for-older-browsers.ts'
import { readProject } from '../shared/boot/project.ts'
import type { ModalContext, WorkName } from './core/context.ts'
import { isMobile } from './core/device.ts'
import { createHostLink } from './core/host-link.ts'
import { hostOriginAtom } from './core/options.ts'
import { createScope } from './core/scope.ts'
import { createStorage } from './core/storage.ts'
import { updateWallets } from './features/connect/discover.ts'
import { watchSuggestions } from './features/connect/suggest-wallets.ts'
import { App } from './home/App.tsx'
import { watchAccount } from './home/watch-account.ts'
import { findEmbedder } from './host/embedder.ts'
import { appHandlers, providerHandlers } from './host/handlers.ts'
import { watchPageReturn } from './host/page-return.ts'
import { watchConnectivity } from './session/connectivity.ts'
import { hide } from './session/navigate.ts'
import { mirrorState } from './session/snapshot.ts'
import { canPairAtom, hasPairingRowAtom, isSuggestingAtom } from './session/state/connectors.ts'
import { hasWalletOriginAtom, listedSocialsAtom } from './session/state/embedded.ts'

/** Set by the build; HELLO carries it, so that a host can tell which build it talks to. */
const buildId = import.meta.env.VITE_BUILD_ID ?? 'development'

const scope = createScope<WorkName>()

async function start(): Promise<void> {
  await loadForOlderBrowsers()
  const project = readProject(document)
  const origin = findEmbedder({ ancestorOrigins: location.ancestorOrigins, referrer: document.referrer }, project)
  if (!origin || window.parent === window) return
  const storage = createStorage(project, origin)
  const hello = { buildId, features: readFeatures(document), storage: storage.persistence }
  const audit = createAudit()
  const session = await openChildLink({
    link: 'host',
    ports,
    parent: window.parent,
    origin,
    ...hello,
    onStranger: audit.meetStranger,
  })
  listenForPresses(session.origin)
  const store = createStore()
  store.set(hostOriginAtom, session.origin)
  store.set(canPairAtom, project.pairing !== undefined)
  store.set(hasWalletOriginAtom, project.walletOrigin !== undefined)
  store.set(listedSocialsAtom, project.socials?.map(({ id = '' }) => id) ?? [])
  store.set(isSuggestingAtom, project.listingUrl !== undefined)
  store.set(hasPairingRowAtom, project.listingUrl === undefined || !isMobile())
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')

  // The link's handlers need the context, the context holds the link.
  const held: { context?: ModalContext } = {}
  const getContext = (): ModalContext => {
    if (!held.context) throw new Error('used before it was built')
    return held.context
  }
  const link = createHostLink({
    session,
    audit,
    app: appHandlers(getContext, (chosen) => {
      mirrorState(getContext())
      const render = () => createRoot(root).render(<App context={getContext()} />)
      // The host sends wallets and the first OPEN together with CONFIGURE, so that the first render is complete.
      scope.run(Promise.resolve(chosen).then(() => scope.after(0, render)))
    }),
    provider: providerHandlers(getContext),
    onWallets: (found) => updateWallets(getContext(), found),
    onSent({ scope: network, id }) {
      import('./features/ledger/ledger.ts').then(
        ({ record }) => record(getContext(), network, id, 'page'),
        () => {}, // the transaction is not followed
      )
    },
    onLost: () => hide(getContext(), 'error'),
  })
  held.context = { store, link, project, storage, hello, scope, followed: new Map() }
  watchAccount(held.context)
  watchConnectivity(held.context)
  watchPageReturn(held.context)
  watchSuggestions(held.context)
}

function listenForPresses(origin: string): void {
  const tell = ({ isTrusted }: Event) => isTrusted && postToWindow(window.parent, origin, press)
  window.addEventListener('click', tell, { capture: true })
}

scope.run(start())
