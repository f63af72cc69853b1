/** Key and values to text. Promises: never throws and never shows a key while en-US has the text. */
import { IntlMessageFormat } from 'intl-messageformat'
import { bundled, fallbackLocale } from './catalogue.ts'
import { directionOf } from './direction.ts'
import type { Catalogue, Message, MessageKey, MessageValues } from './message.ts'

const rightToLeftLetters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A piece of a sentence: text of ours, or a value that the caller wants to draw in its own way. */
export type MessagePart<T> = string | T

export interface Translate {
  (key: MessageKey, values?: MessageValues): string
  /** The sentence in pieces, for a name that has to stand out. The order of the pieces is the language's. */
  parts<T>(key: MessageKey, values: Readonly<Record<string, MessagePart<T>>>): MessagePart<T>[]
}

/** @param layers host overrides first, then the locale; en-US is always the last */
export function createTranslate(locale: string, layers: readonly Catalogue[]): Translate {
  const formatters = new Map<Message, IntlMessageFormat>()
  const foreign = directionOf(locale) === 'rtl' ? /\p{L}/u : rightToLeftLetters

  /** A name of the other direction would pull the words around it along; isolates keep it in its place. */
  function isolate(values: MessageValues = {}): MessageValues {
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && foreign.test(value) ? `\u2068${value}\u2069` : value,
    ])
    return Object.fromEntries(entries) as MessageValues
  }

  function candidates(key: MessageKey): [message: Message, locale: string][] {
    const found: [Message, string][] = []
    for (const layer of layers) {
      const message = layer[key]
      if (message !== undefined) found.push([message, locale])
    }
    return [...found, [bundled[key], fallbackLocale]]
  }

  function formatter(message: Exclude<Message, string>, language: string): IntlMessageFormat {
    const known = formatters.get(message) ?? new IntlMessageFormat(message, language)
    formatters.set(message, known)
    return known
  }

  const translate = (key: MessageKey, values?: MessageValues): string => {
    for (const [message, language] of candidates(key)) {
      if (typeof message === 'string') return message
      try {
        return String(formatter(message, language).format(isolate(values)))
      } catch {
        // A value is missing for this text: the next layer may do without it.
      }
    }
    return key
  }

  const parts = <T>(key: MessageKey, values: Readonly<Record<string, MessagePart<T>>>): MessagePart<T>[] => {
    for (const [message, language] of candidates(key)) {
      if (typeof message === 'string') return [message]
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
