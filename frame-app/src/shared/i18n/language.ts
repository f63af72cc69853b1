/** Everything that a view needs to show text: messages, formats, direction. */
import { fallbackLocale, firstWords } from './catalogue.ts'
import { type Direction, directionOf } from './direction.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Catalogue, FirstKey, MessageKey, Words } from './message.ts'
import { createTranslate, type Translate } from './translate.ts'

export interface Language {
  locale: string
  direction: Direction
  /** The texts of the first view. */
  t: Translate<FirstKey>
  /** Adds texts of a lazy chunk; returns the same function for the same texts. */
  withWords: <Key extends MessageKey>(words: Words<Key>) => Translate<FirstKey | Key>
  formats: Formats
}

/** @param layers host overrides first, then the locale */
export function createLanguage(locale: string, layers: readonly Catalogue[], dir: 'auto' | Direction): Language {
  const known = new Map<object, unknown>()
  return {
    locale,
    direction: directionOf(locale, dir),
    t: createTranslate(locale, layers, firstWords),
    withWords<Key extends MessageKey>(words: Words<Key>) {
      const made = known.get(words) ?? createTranslate<FirstKey | Key>(locale, layers, { ...firstWords, ...words })
      known.set(words, made)
      return made as Translate<FirstKey | Key> // as: stored under the texts that it was created from
    },
    formats: createFormats(locale),
  }
}

/** en-US, available at once: used if no other language is requested. */
export const defaultLanguage: Language = createLanguage(fallbackLocale, [], 'auto')
