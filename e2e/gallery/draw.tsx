/**
 * Draws the state that the fragment names, and the next one when the fragment changes: the modal over a store that is filled from data, or a screen of the wallet frame. Nothing answers here: the
 * host, services and nodes stay silent, so that what is shown is the state's data alone.
 */
import '@airlock/protocol/jitless.ts'
import './with-buffer.ts'
import '../../frame-app/src/shared/theme/tokens.css'
import '../../frame-app/src/shared/theme/base.css'
import { type ReactNode, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { isOpenAtom } from '../../frame-app/src/modal/core/modal.ts'
import { dappAtom, hostOriginAtom } from '../../frame-app/src/modal/core/options.ts'
import { type Stack, stackAtom } from '../../frame-app/src/modal/core/router/router.ts'
import type { Route, ViewName } from '../../frame-app/src/modal/core/router/routes.ts'
import { App } from '../../frame-app/src/modal/home/App.tsx'
import { viewCode } from '../../frame-app/src/modal/home/draw-view.tsx'
import { localeAtom, themeAtom } from '../../frame-app/src/modal/session/state/appearance.ts'
import { LanguageProvider } from '../../frame-app/src/shared/i18n/LanguageProvider.tsx'
import { defaultLanguage } from '../../frame-app/src/shared/i18n/language.ts'
import { loadLanguage } from '../../frame-app/src/shared/i18n/load.ts'
import { startTheme } from '../../frame-app/src/shared/theme/apply.ts'
import { type SecurityControls, SecurityView } from '../../frame-app/src/wallet/account-pages/view/SecurityView.tsx'
import { ApprovalView } from '../../frame-app/src/wallet/approval/view/ApprovalView.tsx'
import { createBareContext } from '../../frame-app/test/support/bare-context.ts'
import { sampleKit } from '../../frame-app/test/support/recovery-kit.ts'
import { approvalHost, approvalStates } from '../fixtures/approval-states.ts'
import { securityStates } from '../fixtures/security-states.ts'
import { nameOf, readEntry, readLook } from './looks.ts'
import { type GalleryState, walletGroups } from './state.ts'
import { type Entry, modalStates } from './states/index.ts'

const silence = () => new Promise<never>(() => {})
const nothing = () => {}

globalThis.fetch = silence

const isView = (name: string): name is ViewName => Object.hasOwn(modalStates, name)

function Drawn({ children, onDrawn }: { children: ReactNode; onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn])
  return children
}

type Showing = { readonly signal: AbortSignal; readonly onDrawn: () => void }

async function drawModal(name: ViewName, state: string, { signal, onDrawn }: Showing): Promise<ReactNode> {
  const found = modalStates[name].find((candidate: GalleryState) => candidate.state === state) ?? modalStates[name][0]
  if (!found) throw new Error(`${name} has no states`)
  const { route, below, arrange, onPhone, settings } = found
  if (onPhone) Object.defineProperty(navigator, 'userAgent', { value: 'iPhone Mobile', configurable: true })
  else Reflect.deleteProperty(navigator, 'userAgent') // that of the state before
  const { context, store } = createBareContext({ request: silence, notify: nothing }, settings)
  // as: a state without a route belongs to a view without arguments; the test of the table checks it.
  const plain = (viewName: ViewName) => ({ view: viewName }) as Route
  const routes = [...(below ? [plain(below)] : []), route ?? plain(name)]
  const stack: Stack = { direction: 'none', steps: routes.map((step, id) => ({ id, route: step })) }
  store.set(hostOriginAtom, 'https://app.example')
  store.set(dappAtom, { name: 'Shop', icons: [] })
  const wear = () => {
    const { theme, direction, language } = readLook(location.hash)
    store.set(themeAtom, { ...store.get(themeAtom), mode: theme, system: theme })
    store.set(localeAtom, { ...store.get(localeAtom), locale: language, dir: direction })
  }
  wear()
  addEventListener('hashchange', wear, { signal })
  store.set(stackAtom, stack)
  store.set(isOpenAtom, true)
  arrange?.(store)
  await viewCode(name)
  const finish = () => {
    arrange?.(store)
    onDrawn()
  }
  return (
    <Drawn onDrawn={finish}>
      <App context={context} />
    </Drawn>
  )
}

/** The first words of the list, which belong to no wallet in use. */
const exportedWords = `${'abandon '.repeat(11)}about`

const controlsFor = (state: string): SecurityControls => ({
  lock: { press: nothing },
  newDevice: { usePasskey: nothing, useMail: nothing, type: nothing },
  devices: { load: silence, ask: nothing, confirm: silence, erase: silence },
  recovery: { load: silence, add: silence, prepare: async () => true, ask: nothing, confirm: silence },
  show: nothing,
  showExport: silence,
  showSmartAccount: silence,
  smartAccount: () => ({ load: silence, undo: silence }),
  logins: () => ({ load: silence, ask: nothing, confirm: silence, add: nothing, forward: nothing, stop: nothing }),
  showRotation: silence,
  rotation: () => ({
    load: silence,
    replace: silence,
    read: silence,
    toggle: nothing,
    move: silence,
    askEnd: nothing,
    end: silence,
  }),
  exports: () => ({
    want: nothing,
    take: silence,
    secret: () => (state === 'export-kit' ? sampleKit : { secret: exportedWords }),
    drop: nothing,
  }),
  close: nothing,
  leaveOffer: nothing,
  resendMail: nothing,
  signInAgain: nothing,
})

/** A screen of the wallet in the look of the address. */
function Worn({ children }: { children: ReactNode }) {
  const { theme, direction, language: locale } = readLook(useSyncExternalStore(onFragment, () => location.hash))
  const [language, setLanguage] = useState(defaultLanguage)
  useLayoutEffect(() => {
    const prefersDark = matchMedia('(prefers-color-scheme: dark)')
    return startTheme({ mode: theme }, { root: document.documentElement, prefersDark })
  }, [theme])
  useEffect(() => {
    let isCurrent = true
    void loadLanguage({ locale, dir: direction }, { preferred: [] }).then((loaded) => {
      if (isCurrent) setLanguage(loaded)
    })
    return () => {
      isCurrent = false
    }
  }, [locale, direction])
  return (
    <LanguageProvider language={language}>
      <main>{children}</main>
    </LanguageProvider>
  )
}

function onFragment(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function drawWallet({ view, state }: Entry): ReactNode {
  if (view === walletGroups.security) {
    const screen = securityStates[state]
    return (
      screen && (
        <SecurityView
          screen={screen}
          host={approvalHost}
          security={controlsFor(state)}
          place={
            // What is exported is chosen and shown in the wallet's own window only.
            state.startsWith('export-')
              ? { kind: 'window', isArmed: true }
              : { kind: 'frame', window: 'closed', onWindow: nothing }
          }
        />
      )
    )
  }
  const shown = view === walletGroups.approval ? approvalStates[state] : undefined
  if (!shown) throw new Error(`There is no state ${view}/${state}`)
  const { screen, needsWindow = false, window = 'closed', place } = shown
  return (
    <ApprovalView
      screen={screen}
      host={approvalHost}
      place={place ?? { kind: 'frame', needsWindow, window, onWindow: nothing }}
      onApprove={nothing}
      onDecline={nothing}
      onAgain={nothing}
    />
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('no root element')
let shown: { readonly name: string; readonly root: Root; readonly life: AbortController } | undefined
addEventListener('hashchange', () => void show(place))
void show(place)

async function show(parent: HTMLElement): Promise<void> {
  const entry = readEntry(location.hash)
  const name = nameOf(entry)
  if (name === shown?.name) return
  shown?.life.abort()
  shown?.root.unmount()
  const { dataset } = document.documentElement
  delete dataset.drawn
  const life = new AbortController()
  const root = createRoot(parent)
  shown = { name, root, life }
  const onDrawn = () => {
    if (!life.signal.aborted) dataset.drawn = name
  }
  if (isView(entry.view)) {
    const drawn = await drawModal(entry.view, entry.state, { signal: life.signal, onDrawn })
    if (!life.signal.aborted) root.render(drawn)
    return
  }
  root.render(<Worn>{drawWallet(entry)}</Worn>)
  await titleIn(parent)
  onDrawn()
}

/** Some screens of the wallet load late, and their texts with them. */
function titleIn(parent: HTMLElement): Promise<void> {
  return new Promise((done) => {
    const seen = new MutationObserver(look)
    function look() {
      if (!parent.querySelector('h1')?.textContent) return
      seen.disconnect()
      done()
    }
    seen.observe(parent, { childList: true, subtree: true, characterData: true })
    look()
  })
}
