/** The writing direction of a locale. Not every browser has `Intl.Locale.getTextInfo`, so the scripts are listed here. */

export type Direction = 'ltr' | 'rtl'

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr'])

export function directionOf(locale: string, wish: 'auto' | Direction = 'auto'): Direction {
  if (wish !== 'auto') return wish
  // Fast path for the first view: the browser takes milliseconds to load its locale data.
  if (locale === 'en-US') return 'ltr'
  try {
    return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
  } catch {
    return 'ltr'
  }
}
