/** Provides the language to components. Without a provider it is en-US, so that an early error can still be shown. */
import { createContext, createElement, Fragment, type ReactNode, useContext, useLayoutEffect } from 'react'
import { defaultLanguage, type Language } from './language.ts'
import type { FirstKey } from './message.ts'
import type { Translate } from './translate.ts'

const LanguageContext = createContext<Language>(defaultLanguage)

interface LanguageProviderProps {
  language: Language
  /** Root element of the document that shows the texts; by default, of this document. */
  root?: HTMLElement
  children: ReactNode
}

export function LanguageProvider({ language, root = document.documentElement, children }: LanguageProviderProps) {
  const { locale, direction } = language
  useLayoutEffect(() => {
    root.setAttribute('lang', locale)
    root.setAttribute('dir', direction)
  }, [root, locale, direction])
  return <LanguageContext value={language}>{children}</LanguageContext>
}

/** The texts of the first view; lazy code uses `useAllMessages`. @example const t = useMessages(); t('connect.title') */
export function useMessages(): Translate<FirstKey> {
  return useContext(LanguageContext).t
}

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

/** A sentence with elements as values: `<Text of="origin.requestedBy" values={{ origin: <b>…</b> }} />` */
export function Text({ of, values }: { of: FirstKey; values: Readonly<Record<string, ReactNode>> }) {
  const t = useMessages()
  // Spread as children, because the pieces of a sentence have no keys.
  return createElement(Fragment, null, ...t.parts<ReactNode>(of, values))
}
