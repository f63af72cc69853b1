/** The language of the document for components. Without a provider it is en-US, so that an early error can still be shown. */
import { createContext, createElement, Fragment, type ReactNode, useContext, useLayoutEffect } from 'react'
import type { Direction } from './direction.ts'
import type { Formats } from './formats.ts'
import { defaultLanguage, type Language } from './load.ts'
import type { MessageKey } from './message.ts'
import type { Translate } from './translate.ts'

const LanguageContext = createContext<Language>(defaultLanguage)

export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  const { locale, direction } = language
  useLayoutEffect(() => {
    document.documentElement.lang = locale
    document.documentElement.dir = direction
  }, [locale, direction])
  return <LanguageContext value={language}>{children}</LanguageContext>
}

/** @example const t = useMessages(); t('connecting.waiting.title', { wallet: name }) */
export function useMessages(): Translate {
  return useContext(LanguageContext).t
}

export function useLocale(): { locale: string; direction: Direction; formats: Formats } {
  return useContext(LanguageContext)
}

/** A sentence in which a value is drawn as an element: `<Text of="origin.requestedBy" values={{ origin: <b>…</b> }} />` */
export function Text({ of, values }: { of: MessageKey; values: Readonly<Record<string, ReactNode>> }) {
  const t = useMessages()
  // Spread, because the pieces of a sentence have no identity to make keys of.
  return createElement(Fragment, null, ...t.parts<ReactNode>(of, values))
}
