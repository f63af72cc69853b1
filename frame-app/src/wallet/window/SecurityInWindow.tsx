/** Prompts that need a passkey, and removals, in the wallet's own window. */
import { useState, useSyncExternalStore } from 'react'
import { LanguageProvider } from '../../shared/i18n/LanguageProvider.tsx'
import type { Language } from '../../shared/i18n/language.ts'
import { questionOf, type Security } from '../account-pages/security.ts'
import type { Shown } from '../account-pages/shown.ts'
import { type SecurityControls, SecurityView } from '../account-pages/view/SecurityView.tsx'
import { useArmed } from './use-armed.ts'

export interface SecurityInWindowProps {
  security: SecurityControls & Pick<Security, 'screen' | 'subscribe'>
  host: string
  language: Pick<Shown<Language | undefined>, 'get' | 'subscribe'>
  /** Root element of the window. */
  page: HTMLElement
}

export function SecurityInWindow({ security, host, language, page }: SecurityInWindowProps) {
  const screen = useSyncExternalStore(security.subscribe, security.screen)
  const words = useSyncExternalStore(language.subscribe, language.get)
  const [drawn, setDrawn] = useState<string>()
  // The time to read a question starts when it can be seen: the code of its screen may load first.
  const isArmed = useArmed(drawn === screen?.kind ? questionOf(screen) : undefined, page.ownerDocument)
  if (!screen || !words) return null
  return (
    <LanguageProvider language={words} root={page}>
      <SecurityView
        screen={screen}
        host={host}
        security={security}
        place={{ kind: 'window', isArmed }}
        onDrawn={setDrawn}
      />
    </LanguageProvider>
  )
}
