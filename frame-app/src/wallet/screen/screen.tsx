/**
 * The screen of the wallet frame: a prompt that the wallet needs to continue, the current approval, or a page that the user has opened. It
 * requests height from the modal in advance, and reports Escape to it, because keys pressed here reach no other document. A lazy chunk:
 * until there is a prompt, the frame renders nothing.
 */
import '../../shared/theme/tokens.css'
import '../../shared/theme/base.css'
import type { WalletEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { loadCatalogue, matchLocale } from '../../shared/i18n/catalogue.ts'
import { LanguageProvider } from '../../shared/i18n/LanguageProvider.tsx'
import { createLanguage, type Language } from '../../shared/i18n/language.ts'
import { startTheme } from '../../shared/theme/apply.ts'
import type { Security } from '../account-pages/security.ts'
import { createShown, type Shown } from '../account-pages/shown.ts'
import type { Approvals } from '../approval/approvals.ts'
import type { PasskeyPlaces } from '../login/assemble.ts'
import type { Asked } from '../window/take-up.tsx'
import type { WatchedWindow } from '../window/watched-window.ts'
import { ApprovalScreen } from './ApprovalScreen.tsx'
import { focusHeading } from './focus-heading.ts'
import { SecurityScreen } from './SecurityScreen.tsx'
import { type Theme, themeOf } from './theme.ts'

/** The loaded sources of screens. */
export interface Sources {
  readonly approvals?: { readonly queue: Approvals; readonly window: WatchedWindow }
  readonly security?: { readonly own: Security; readonly passkeyPlace: PasskeyPlaces }
}

export interface ScreenOptions {
  readonly root: HTMLElement
  /** Host and port of the host page, as the browser reports it. */
  readonly host: string
  /** URL of the document for the wallet's own window. */
  readonly windowUrl: string
  /** Requests the height, in CSS pixels, at which everything is visible. The modal may give less. */
  readonly askHeight: (height: number) => void
  readonly onEscape: () => void
}

export type Locale = WalletEnd['app']['handles']['SYNC_LOCALE']['request']

export interface Screen {
  add(sources: Sources): void
  setTheme(theme: Theme): void
  /** Nothing is rendered before this is called. @param locale `undefined` if the modal has not sent one */
  setLocale(locale: Locale | undefined): void
  /** Also used by the wallet's own windows. */
  readonly language: Pick<Shown<Language | undefined>, 'get' | 'subscribe'>
  /** The frame has received the focus. */
  focus(): void
  /** Asks the user to go on with what the wallet's own window has kept. */
  takeUp(asked: Asked): Promise<void>
}

export function createScreen(options: ScreenOptions): Screen {
  const { root, onEscape } = options
  const sources = createShown<Sources>({})
  const language = createShown<Language | undefined>(undefined)
  let wish: Locale | undefined
  let stopTheme = () => {}
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    onEscape()
  })
  createRoot(root).render(
    <StrictMode>
      <Speaking language={language}>
        <Current {...options} sources={sources} language={language} />
      </Speaking>
    </StrictMode>,
  )
  return {
    add: (more) => sources.set({ ...sources.get(), ...more }),
    setTheme(theme) {
      stopTheme()
      const prefersDark = matchMedia('(prefers-color-scheme: dark)')
      stopTheme = startTheme(themeOf(theme), { root: document.documentElement, prefersDark })
    },
    setLocale(next) {
      wish = next
      void loadCatalogue(matchLocale(next ? [next.locale] : [])).then(({ locale, catalogue }) => {
        if (wish === next) language.set(createLanguage(locale, [catalogue], next?.dir ?? 'auto'))
      })
    },
    language,
    takeUp: async (asked) =>
      (await import('../account-pages/view/pages.ts')).askToTakeUp(asked, { ...options, language }),
    focus: () => focusHeading(root),
  }
}

/** Renders nothing until the language is loaded, so that it does not change on screen. */
function Speaking({ language, children }: { language: Shown<Language | undefined>; children: ReactNode }) {
  const current = useSyncExternalStore(language.subscribe, language.get)
  return current && <LanguageProvider language={current}>{children}</LanguageProvider>
}

interface Drawn {
  sources: Shown<Sources>
  language: Screen['language']
}

/** Unlocking comes first; an approval comes before a page that the user has opened. */
function Current({ host, windowUrl, askHeight, sources, language }: ScreenOptions & Drawn) {
  const { approvals, security } = useSyncExternalStore(sources.subscribe, sources.get)
  const asked = useSyncExternalStore(approvals?.queue.subscribe ?? never, () => approvals?.queue.screen())
  const shown = useSyncExternalStore(security?.own.subscribe ?? never, () => security?.own.screen())
  const isFirst = shown?.kind === 'lock' || shown?.kind === 'newDevice'
  if (security && shown && (isFirst || !asked))
    return (
      <SecurityScreen
        screen={shown}
        security={security.own}
        passkeyPlace={security.passkeyPlace}
        language={language}
        host={host}
        windowUrl={windowUrl}
        askHeight={askHeight}
      />
    )
  if (approvals && asked)
    return (
      <ApprovalScreen
        screen={asked}
        approvals={approvals.queue}
        approvalWindow={approvals.window}
        host={host}
        askHeight={askHeight}
      />
    )
  return null
}

const never = () => () => {}
