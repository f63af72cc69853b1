/** The locale to ask for: what the page says, then what the browser says. The frame falls back further. */
import { inBrowser } from './dom.ts'
import { refuse } from './refuse.ts'

const pattern = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/

/** @throws {AirlockError} naming the option */
export function readLocale(locale: string): string {
  if (locale !== 'auto') return pattern.test(locale) ? locale : refuse('locale')
  const wanted = inBrowser() ? [document.documentElement.lang, navigator.language] : []
  return wanted.find((tag) => pattern.test(tag)) ?? 'en'
}
