/** Everything a view needs to speak: words, figures, direction. */
import { fallbackLocale, firstWords } from './catalogue.ts'
import { type Direction, directionOf } from './direction.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Catalogue, FirstKey, LateKey, Words } from './message.ts'
import { createTranslate, type Translate } from './translate.ts'

export interface Language {
  locale: string
  direction: Direction
  /** The words of the first view. */
  t: Translate<FirstKey>
  /** All words, for who brings the others; always the same function. */
  withLate: (late: Words<LateKey>) => Translate
  formats: Formats
}

/** @param layers host overrides first, then the locale */
export function createLanguage(locale: string, layers: readonly Catalogue[], dir: 'auto' | Direction): Language {
  let all: Translate | undefined
  return {
    locale,
    direction: directionOf(locale, dir),
    t: createTranslate(locale, layers, firstWords),
    withLate(late) {
      all ??= createTranslate(locale, layers, { ...firstWords, ...late })
      return all
    },
    formats: createFormats(locale),
  }
}

/** en-US without waiting: what the first view shows when nothing else was asked for. */
export const defaultLanguage: Language = createLanguage(fallbackLocale, [], 'auto')
