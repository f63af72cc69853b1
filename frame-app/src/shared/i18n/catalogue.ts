/**
 * Catalogues by locale. en-US stands in for whatever another locale lacks, and comes in two parts: what the first view can say is here,
 * the rest comes with the code that says it (`all-messages.ts`). The others are one lazy file each. `en-XA`, the pseudo-locale, is
 * empty on disk: the build derives it from en-US.
 */

// TypeScript sees the texts, the build puts parsed trees in their place; `Message` is either.
import first from './locales/en-US.json'
import type { Catalogue, FirstKey, Words } from './message.ts'

export const fallbackLocale = 'en-US'
export const firstWords: Words<FirstKey> = first

const files = import.meta.glob<Catalogue>(['./locales/*.json', '!./locales/en-US*.json'], { import: 'default' })

export const locales: readonly string[] = [fallbackLocale, ...Object.keys(files).map((path) => path.slice(10, -5))]

/** Exact tag first, then the same language and script, then the same language; the first wish that we can serve wins. */
export function matchLocale(wishes: readonly string[], available: readonly string[] = locales): string {
  for (const wish of wishes) {
    const exact = available.find((tag) => tag.toLowerCase() === wish.toLowerCase())
    if (exact) return exact
    const wanted = maximize(wish)
    // The pseudo-locale is for tests: it is only chosen by its full name.
    const related = available.filter((tag) => tag !== 'en-XA' && maximize(tag)?.language === wanted?.language)
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

function maximize(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}
