/**
 * Catalogues by locale. en-US is the fallback for texts that another locale lacks. It is split: the texts of the first view are
 * here, the others load with the code that uses them (`all-messages.ts`, `wallet-messages.ts`). Every other locale is one lazy file.
 * The pseudo-locale `en-XA` is empty on disk: the build derives it from en-US.
 */

// TypeScript sees the texts, but the build replaces them by parsed trees; `Message` allows both.
import first from './locales/en-US.json'
import type { Catalogue, FirstKey, Words } from './message.ts'

export const fallbackLocale = 'en-US'
/** For tests: chosen only by its exact tag. */
const pseudo = 'en-XA'
export const firstWords: Words<FirstKey> = first

const files = import.meta.glob<Catalogue>(['./locales/*.json', '!./locales/en-US*.json'], { import: 'default' })

export const locales: readonly string[] = [fallbackLocale, ...Object.keys(files).map((path) => path.slice(10, -5))]

/** For each wish in turn: the exact tag, else the same language and script, else the same language. */
export function matchLocale(wishes: readonly string[], available: readonly string[] = locales): string {
  for (const wish of wishes) {
    const exact = available.find((tag) => tag.toLowerCase() === wish.toLowerCase())
    if (exact) return exact
    // Fast path for tags like `en` or `en-GB`: maximising a tag is slow, and needed only if several locales have the language.
    const ofLanguage = available.filter((tag) => tag !== pseudo && languageOf(tag) === languageOf(wish))
    if (ofLanguage.length === 1 && isPlain.test(wish)) return ofLanguage[0] as string // there is one
    const wanted = maximize(wish)
    const related = available.filter((tag) => tag !== pseudo && maximize(tag)?.language === wanted?.language)
    const found = related.find((tag) => maximize(tag)?.script === wanted?.script) ?? related[0]
    if (wanted && found) return found
  }
  return fallbackLocale
}

/** If the file does not load, the texts are English, and so is the returned `locale`. */
export async function loadCatalogue(locale: string): Promise<{ locale: string; catalogue: Catalogue }> {
  const load = files[`./locales/${locale}.json`]
  if (!load) return { locale: fallbackLocale, catalogue: {} }
  try {
    return { locale, catalogue: await load() }
  } catch {
    return { locale: fallbackLocale, catalogue: {} }
  }
}

/** A language, optionally with a region. */
const isPlain = /^[a-z]{2,3}(-[a-z]{2})?$/i
const languageOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase()

function maximize(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}
