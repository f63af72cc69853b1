/** The whole modal over one context: store, language, theme, live regions, shell. */
import { Provider, useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { LanguageProvider } from '../../shared/i18n/LanguageProvider.tsx'
import { defaultLanguage, type Language } from '../../shared/i18n/language.ts'
import { loadLanguage } from '../../shared/i18n/load.ts'
import { startTheme } from '../../shared/theme/apply.ts'
import { createAnnouncer } from '../../shared/ui/live/announcer.ts'
import { LiveRegions } from '../../shared/ui/live/LiveRegions.tsx'
import type { ModalContext } from '../core/context.ts'
import { ModalContextProvider, useModal } from '../core/modal-context.ts'
import { warn } from '../session/notify.ts'
import { localeAtom, resolvedThemeAtom, themeAtom } from '../session/state/appearance.ts'
import { Shell } from './shell/Shell.tsx'

export function App({ context }: { context: ModalContext }) {
  const [announcer] = useState(createAnnouncer)
  return (
    <Provider store={context.store}>
      <ModalContextProvider value={context}>
        <Appearance>
          <LiveRegions announcer={announcer}>
            <Shell />
          </LiveRegions>
        </Appearance>
      </ModalContextProvider>
    </Provider>
  )
}

/** Theme before the first paint; language as soon as its file is here. */
function Appearance({ children }: { children: ReactNode }) {
  const context = useModal()
  const theme = useAtomValue(themeAtom)
  const scheme = useAtomValue(resolvedThemeAtom)
  const request = useAtomValue(localeAtom)
  const [language, setLanguage] = useState(defaultLanguage)

  useLayoutEffect(() => {
    const onWarning = (text: string) => warn(context, 'THEME_CONTRAST', text)
    const root = document.documentElement
    const prefersDark = matchMedia('(prefers-color-scheme: dark)')
    return startTheme(
      { mode: scheme, variables: theme.variables, motion: theme.motion },
      { root, prefersDark, onWarning },
    )
  }, [context, scheme, theme])

  useEffect(() => {
    let isCurrent = true
    const onWarning = (text: string) => warn(context, 'LOCALE_MESSAGES', text)
    const show = (loaded: Language) => {
      if (isCurrent) setLanguage(loaded)
    }
    context.scope.run(loadLanguage(request, { preferred: navigator.languages, warn: onWarning }).then(show))
    return () => {
      isCurrent = false
    }
  }, [context, request])

  return <LanguageProvider language={language}>{children}</LanguageProvider>
}
