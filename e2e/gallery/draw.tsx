/**
 * Draws one state: the modal over a store that is filled from data, or a screen of the wallet frame. Nothing answers here: the
 * host, services and nodes stay silent, so that what is shown is the state's data alone.
 */
import '@airlock/protocol/jitless.ts'
import '../../frame-app/src/shared/theme/tokens.css'
import '../../frame-app/src/shared/theme/base.css'
import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '../../frame-app/src/modal/App.tsx'
import { type Stack, stackAtom } from '../../frame-app/src/modal/router/router.ts'
import type { Route, ViewName } from '../../frame-app/src/modal/router/routes.ts'
import { localeAtom, themeAtom } from '../../frame-app/src/modal/state/appearance.ts'
import { isOpenAtom } from '../../frame-app/src/modal/state/modal.ts'
import { hostOriginAtom } from '../../frame-app/src/modal/state/options.ts'
import { viewCode } from '../../frame-app/src/modal/views/registry.tsx'
import { startTheme } from '../../frame-app/src/shared/theme/apply.ts'
import { ApprovalView } from '../../frame-app/src/wallet/approval/view/ApprovalView.tsx'
import { type SecurityControls, SecurityView } from '../../frame-app/src/wallet/security/view/SecurityView.tsx'
import { createBareContext } from '../../frame-app/test/support/bare-context.ts'
import { sampleKit } from '../../frame-app/test/support/recovery-kit.ts'
import { approvalHost, approvalStates } from '../fixtures/approval-states.ts'
import { securityStates } from '../fixtures/security-states.ts'
import type { GalleryState } from './state.ts'
import { modalStates, walletGroups } from './states/index.ts'

const query = new URLSearchParams(location.search)
const view = query.get('view') ?? 'Connect'
const state = query.get('state') ?? ''
const scheme = query.get('theme') === 'dark' ? 'dark' : 'light'
const dir = query.get('direction') === 'rtl' ? 'rtl' : 'ltr'
const silence = () => new Promise<never>(() => {})
const nothing = () => {}

globalThis.fetch = silence

const isView = (name: string): name is ViewName => Object.hasOwn(modalStates, name)

function Drawn({ children, onDrawn }: { children: ReactNode; onDrawn: () => void }) {
  useEffect(() => {
    onDrawn()
    document.documentElement.dataset.drawn = ''
  }, [onDrawn])
  return children
}

async function drawModal(name: ViewName): Promise<ReactNode> {
  const found = modalStates[name].find((candidate: GalleryState) => candidate.state === state) ?? modalStates[name][0]
  if (!found) throw new Error(`${name} has no states`)
  const { route, below, arrange, onPhone, settings } = found
  if (onPhone) Object.defineProperty(navigator, 'userAgent', { value: 'iPhone Mobile' })
  const { context, store } = createBareContext({ request: silence, notify: nothing }, settings)
  // as: a state without a route belongs to a view without arguments; the test of the table checks it.
  const plain = (viewName: ViewName) => ({ view: viewName }) as Route
  const routes = [...(below ? [plain(below)] : []), route ?? plain(name)]
  const stack: Stack = { direction: 'none', steps: routes.map((step, id) => ({ id, route: step })) }
  store.set(hostOriginAtom, 'https://app.example')
  store.set(themeAtom, { ...store.get(themeAtom), mode: scheme, system: scheme })
  store.set(localeAtom, { ...store.get(localeAtom), dir })
  store.set(stackAtom, stack)
  store.set(isOpenAtom, true)
  arrange?.(store)
  await viewCode(name)
  return (
    <Drawn onDrawn={() => arrange?.(store)}>
      <App context={context} />
    </Drawn>
  )
}

/** The first words of the list, which belong to no wallet in use. */
const exportedWords = `${'abandon '.repeat(11)}about`

const controls: SecurityControls = {
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
    take: silence,
    secret: () => (state === 'export-kit' ? sampleKit : { secret: exportedWords }),
    drop: nothing,
  }),
  close: nothing,
  leaveOffer: nothing,
  signInAgain: nothing,
}

function drawWallet(): ReactNode {
  const root = document.documentElement
  startTheme({ mode: scheme }, { root, prefersDark: matchMedia('(prefers-color-scheme: dark)') })
  root.dir = dir
  if (view === walletGroups.security) {
    const screen = securityStates[state]
    return (
      screen && (
        <SecurityView
          screen={screen}
          host={approvalHost}
          security={controls}
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

const root = document.getElementById('root')
if (!root) throw new Error('no root element')
createRoot(root).render(isView(view) ? await drawModal(view) : drawWallet())
if (!isView(view)) {
  await titleIn(root)
  document.documentElement.dataset.drawn = ''
}

/** Some screens of the wallet load late, and their texts with them. */
function titleIn(place: HTMLElement): Promise<void> {
  return new Promise((done) => {
    const seen = new MutationObserver(look)
    function look() {
      if (!place.querySelector('h1')?.textContent) return
      seen.disconnect()
      done()
    }
    seen.observe(place, { childList: true, subtree: true, characterData: true })
    look()
  })
}
