/** What takes a passkey, as the window shows it. */
import { useSyncExternalStore } from 'react'
import { LanguageProvider } from '../../shared/i18n/LanguageProvider.tsx'
import type { Language } from '../../shared/i18n/language.ts'
import type { Security } from '../security/security.ts'
import type { Shown } from '../security/shown.ts'
import { SecurityView } from '../security/view/SecurityView.tsx'

export interface SecurityInWindowProps {
  security: Security
  host: string
  language: Pick<Shown<Language | undefined>, 'get' | 'subscribe'>
  /** Root element of the window. */
  page: HTMLElement
}

export function SecurityInWindow({ security, host, language, page }: SecurityInWindowProps) {
  const screen = useSyncExternalStore(security.subscribe, security.screen)
  const words = useSyncExternalStore(language.subscribe, language.get)
  if (!screen || !words) return null
  return (
    <LanguageProvider language={words} root={page}>
      <SecurityView screen={screen} host={host} security={security} />
    </LanguageProvider>
  )
}
