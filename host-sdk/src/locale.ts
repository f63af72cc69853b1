/** The locale and texts of the modal: the locale option, else the language of the page, else that of the browser. */
import { SyncLocale } from '@airlock/protocol/contracts/shapes/options.ts'
import { parse } from '@airlock/protocol/parse.ts'
import type { Locale } from './configuration.ts'
import { conform } from './conform.ts'
import { inBrowser } from './dom.ts'

/** @throws {AirlockError} naming the option. Before English, the frame tries further fallbacks. */
export function readLocale(wanted: Locale): Locale {
  const read = (locale: string) => conform(SyncLocale, { ...wanted, locale }, (path) => path || 'messages')
  if (wanted.locale !== 'auto') return read(wanted.locale)
  for (const tag of inBrowser() ? [document.documentElement.lang, navigator.language] : [])
    if (isTag(tag)) return read(tag)
  return read('en')
}

const isTag = (text: string) => parse(SyncLocale.shape.locale, text).ok
