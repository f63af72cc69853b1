/** From what a host asks for to everything a view needs to speak: words, figures, direction. */
import { fallbackLocale, loadCatalogue, matchLocale } from './catalogue.ts'
import { type Direction, directionOf } from './direction.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Catalogue } from './message.ts'
import { type LoadParser, readOverrides } from './overrides.ts'
import { createTranslate, type Translate } from './translate.ts'

export interface LanguageRequest {
  /** A BCP 47 tag, or `auto` for what the browser prefers. */
  locale?: string | undefined
  dir?: 'auto' | Direction | undefined
  /** ICU text by key; see `overrides.ts` for what is refused. */
  messages?: Readonly<Record<string, string>> | undefined
}

export interface Language {
  locale: string
  direction: Direction
  t: Translate
  formats: Formats
}

export interface LanguageOutside {
  /** `navigator.languages` */
  preferred: readonly string[]
  warn?: ((text: string) => void) | undefined
  loadParser?: LoadParser | undefined
}

/** en-US without waiting: what the first view shows when nothing else was asked for. */
export const defaultLanguage: Language = createLanguage(fallbackLocale, [], 'auto')

export async function loadLanguage(request: LanguageRequest, outside: LanguageOutside): Promise<Language> {
  const { locale = fallbackLocale, messages = {}, dir = 'auto' } = request
  const { preferred, warn = () => {}, loadParser } = outside
  const [loaded, overrides] = await Promise.all([
    loadCatalogue(matchLocale(locale === 'auto' ? preferred : [locale])),
    readOverrides(messages, warn, loadParser).catch(() => {
      warn('Messages of the host ignored: the parser could not be loaded.')
      return {}
    }),
  ])
  return createLanguage(loaded.locale, [overrides, loaded.catalogue], dir)
}

function createLanguage(locale: string, layers: readonly Catalogue[], dir: 'auto' | Direction): Language {
  return {
    locale,
    direction: directionOf(locale, dir),
    t: createTranslate(locale, layers),
    formats: createFormats(locale),
  }
}
