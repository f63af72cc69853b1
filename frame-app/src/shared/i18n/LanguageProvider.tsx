/** The language of the document for components. Without a provider it is en-US, so that an early error can still be shown. */
import { createContext, createElement, Fragment, type ReactNode, useContext, useLayoutEffect } from 'react'
import { defaultLanguage, type Language } from './language.ts'
import type { FirstKey } from './message.ts'
import type { Translate } from './translate.ts'

const LanguageContext = createContext<Language>(defaultLanguage)

interface LanguageProviderProps {
  language: Language
  /** Of the document in which the words stand; this one, unless told otherwise. */
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

/** The words of the first view; code that comes later has `useAllMessages`. @example const t = useMessages(); t('connect.title') */
export function useMessages(): Translate<FirstKey> {
  return useContext(LanguageContext).t
}

export function useLanguage(): Language {
  return useContext(LanguageContext)
}

/** A sentence in which a value is drawn as an element: `<Text of="origin.requestedBy" values={{ origin: <b>…</b> }} />` */
export function Text({ of, values }: { of: FirstKey; values: Readonly<Record<string, ReactNode>> }) {
  const t = useMessages()
  // Spread, because the pieces of a sentence have no identity to make keys of.
  return createElement(Fragment, null, ...t.parts<ReactNode>(of, values))
}
