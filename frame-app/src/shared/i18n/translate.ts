/** Turns a key and values into text. Never throws; returns the key itself only if a value is missing for en-US too. */
import { IntlMessageFormat } from 'intl-messageformat'
import { fallbackLocale } from './catalogue.ts'
import { directionOf } from './direction.ts'
import type { Catalogue, Message, MessageKey, MessageValues, Words } from './message.ts'

const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A piece of a sentence: our text, or a value that the caller renders itself. */
export type MessagePart<T> = string | T

/** Translates the keys of the texts that it was created with; a key whose text may not be loaded is a compile error. */
export interface Translate<Key extends MessageKey = MessageKey> {
  (key: Key, values?: MessageValues): string
  /** The sentence in pieces, so that values can be rendered differently. Their order depends on the language. */
  parts<T>(key: Key, values: Readonly<Record<string, MessagePart<T>>>): MessagePart<T>[]
}

const literal = 0
const argument = 1

/**
 * A fast path for sentences of text and plain values. They need no locale rules, and loading those in the formatter would cost
 * milliseconds before the first view. `undefined` if the sentence needs the formatter, or if a value is missing.
 */
function piecesOf<T>(
  message: Exclude<Message, string>,
  values: Readonly<Record<string, T>>,
): (T | string)[] | undefined {
  const pieces: (T | string)[] = []
  for (const element of message) {
    const isName = element.type === argument
    if (!isName && element.type !== literal) return
    const value = isName ? values[element.value] : element.value
    if (value === undefined || value instanceof Date) return
    const last = pieces.at(-1)
    if (typeof value === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + value
    else pieces.push(value)
  }
  return pieces
}

/** @param layers host overrides first, then the locale; @param english the fallback */
export function createTranslate<Key extends MessageKey>(
  locale: string,
  layers: readonly Catalogue[],
  english: Words<Key>,
): Translate<Key> {
  const formatters = new Map<Message, IntlMessageFormat>()
  const foreign = directionOf(locale) === 'rtl' ? /\p{L}/u : rightToLeftLetters

  /** Wraps values of the other writing direction in bidi isolates, so that they do not reorder the text around them. */
  function isolate(values: MessageValues = {}): MessageValues {
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && foreign.test(value) ? `\u2068${value}\u2069` : value,
    ])
    return Object.fromEntries(entries) as MessageValues
  }

  function candidates(key: Key): [message: Message, locale: string][] {
    const found: [Message, string][] = []
    for (const layer of layers) {
      const message = layer[key]
      if (message !== undefined) found.push([message, locale])
    }
    return [...found, [english[key], fallbackLocale]]
  }

  function formatter(message: Exclude<Message, string>, language: string): IntlMessageFormat {
    const known = formatters.get(message) ?? new IntlMessageFormat(message, language)
    formatters.set(message, known)
    return known
  }

  const translate = (key: Key, values?: MessageValues): string => {
    for (const [message, language] of candidates(key)) {
      if (typeof message === 'string') return message
      const pieces = piecesOf(message, isolate(values))
      if (pieces) return pieces.join('')
      try {
        return String(formatter(message, language).format(isolate(values)))
      } catch {
        // A value is missing for this text: try the next layer.
      }
    }
    return key
  }

  const parts = <T>(key: Key, values: Readonly<Record<string, MessagePart<T>>>): MessagePart<T>[] => {
    for (const [message, language] of candidates(key)) {
      if (typeof message === 'string') return [message]
      const pieces = piecesOf(message, values)
      if (pieces) return pieces
      try {
        return formatter(message, language)
          .formatToParts<T>(values)
          .map((part) => part.value)
      } catch {
        // As above.
      }
    }
    return [key]
  }

  return Object.assign(translate, { parts })
}
