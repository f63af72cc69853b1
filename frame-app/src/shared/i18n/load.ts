/** Loads the language that a host requests: the catalogue of the locale, overridden by the host's own texts. */
import { loadCatalogue, matchLocale } from './catalogue.ts'
import type { Direction } from './direction.ts'
import { createLanguage, type Language } from './language.ts'
import type { Catalogue } from './message.ts'
import type { Parser } from './overrides.ts'

export interface LanguageRequest {
  /** A BCP 47 tag, or `auto` for the browser's preference. */
  locale?: string | undefined
  dir?: 'auto' | Direction | undefined
  /** ICU text by key; `overrides.ts` says which are refused. */
  messages?: Readonly<Record<string, string>> | undefined
}

export interface LanguageOutside {
  /** `navigator.languages` */
  preferred: readonly string[]
  warn?: ((text: string) => void) | undefined
  loadParser?: (() => Promise<Parser>) | undefined
}

export async function loadLanguage(request: LanguageRequest, outside: LanguageOutside): Promise<Language> {
  const { locale, messages = {}, dir = 'auto' } = request
  const wishes = locale === 'auto' ? outside.preferred : locale === undefined ? [] : [locale]
  const [loaded, overrides] = await Promise.all([loadCatalogue(matchLocale(wishes)), loadOverrides(messages, outside)])
  return createLanguage(loaded.locale, [overrides, loaded.catalogue], dir)
}

/** The code that checks the host's texts, with all texts of en-US, is loaded only if there are such texts. */
async function loadOverrides(messages: Readonly<Record<string, string>>, outside: LanguageOutside): Promise<Catalogue> {
  const { warn = () => {}, loadParser = () => import('@formatjs/icu-messageformat-parser') } = outside
  if (Object.keys(messages).length === 0) return {}
  try {
    const [{ readOverrides }, parser] = await Promise.all([import('./overrides.ts'), loadParser()])
    return readOverrides(messages, warn, parser)
  } catch {
    warn('Messages of the host ignored: what checks them could not be loaded.')
    return {}
  }
}
