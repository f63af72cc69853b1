/** Which way a locale is written. `Intl.Locale.getTextInfo` is not in every browser, so the scripts are a list. */

export type Direction = 'ltr' | 'rtl'

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr'])

export function directionOf(locale: string, wish: 'auto' | Direction = 'auto'): Direction {
  if (wish !== 'auto') return wish
  // The first view speaks it, and the browser takes milliseconds to load what it knows about locales.
  if (locale === 'en-US') return 'ltr'
  try {
    return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}
