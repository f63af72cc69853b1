/**
 * Catalogues by locale. en-US stands in for whatever another locale lacks, and comes in parts: what the first view can say is here,
 * the rest comes with the code that says it (`all-messages.ts`, `wallet-messages.ts`). The others are one lazy file each. `en-XA`, the pseudo-locale, is
 * empty on disk: the build derives it from en-US.
 */

// TypeScript sees the texts, the build puts parsed trees in their place; `Message` is either.
import first from './locales/en-US.json'
import type { Catalogue, FirstKey, Words } from './message.ts'

export const fallbackLocale = 'en-US'
/** For tests: it is only chosen by its full name. */
const pseudo = 'en-XA'
export const firstWords: Words<FirstKey> = first

const files = import.meta.glob<Catalogue>(['./locales/*.json', '!./locales/en-US*.json'], { import: 'default' })

export const locales: readonly string[] = [fallbackLocale, ...Object.keys(files).map((path) => path.slice(10, -5))]

/** Exact tag first, then the same language and script, then the same language; the first wish that we can serve wins. */
export function matchLocale(wishes: readonly string[], available: readonly string[] = locales): string {
  for (const wish of wishes) {
    const exact = available.find((tag) => tag.toLowerCase() === wish.toLowerCase())
    if (exact) return exact
    // Most pages say `en` or `en-GB`: which scripts a language has, the slow part, matters only where there are several.
    const ofLanguage = available.filter((tag) => tag !== pseudo && languageOf(tag) === languageOf(wish))
    if (ofLanguage.length === 1 && isPlain.test(wish)) return ofLanguage[0] as string // there is one
    const wanted = maximize(wish)
    const related = available.filter((tag) => tag !== pseudo && maximize(tag)?.language === wanted?.language)
    const found = related.find((tag) => maximize(tag)?.script === wanted?.script) ?? related[0]
    if (wanted && found) return found
  }
  return fallbackLocale
}

/** A file that does not arrive is no reason to show nothing: the words are English then, and `locale` says so. */
export async function loadCatalogue(locale: string): Promise<{ locale: string; catalogue: Catalogue }> {
  const load = files[`./locales/${locale}.json`]
  if (!load) return { locale: fallbackLocale, catalogue: {} }
  try {
    return { locale, catalogue: await load() }
  } catch {
    return { locale: fallbackLocale, catalogue: {} }
  }
}

/** A language, perhaps with a region. */
const isPlain = /^[a-z]{2,3}(-[a-z]{2})?$/i
const languageOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase()

function maximize(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}
