/** Everything a view needs to speak: words, figures, direction. */
import { fallbackLocale, firstWords } from './catalogue.ts'
import { type Direction, directionOf } from './direction.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Catalogue, FirstKey, MessageKey, Words } from './message.ts'
import { createTranslate, type Translate } from './translate.ts'

export interface Language {
  locale: string
  direction: Direction
  /** The words of the first view. */
  t: Translate<FirstKey>
  /** With words that come later, for who brings them; always the same function for the same words. */
  withLate: <Key extends MessageKey>(words: Words<Key>) => Translate<FirstKey | Key>
  formats: Formats
}

/** @param layers host overrides first, then the locale */
export function createLanguage(locale: string, layers: readonly Catalogue[], dir: 'auto' | Direction): Language {
  const known = new Map<object, unknown>()
  return {
    locale,
    direction: directionOf(locale, dir),
    t: createTranslate(locale, layers, firstWords),
    withLate<Key extends MessageKey>(words: Words<Key>) {
      const made = known.get(words) ?? createTranslate<FirstKey | Key>(locale, layers, { ...firstWords, ...words })
      known.set(words, made)
      return made as Translate<FirstKey | Key> // as: kept under the words that it was made of
    },
    formats: createFormats(locale),
  }
}

/** en-US without waiting: what the first view shows when nothing else was asked for. */
export const defaultLanguage: Language = createLanguage(fallbackLocale, [], 'auto')
