/** The theme and language switches in the header: the theme applies to the page and the modal, the language to the modal only. */
import { byId } from '../dom.ts'
import { applyTheme, readTheme, rememberTheme, toThemeMode } from '../theme.ts'
import type { Airlock } from './airlock.ts'

export function bindAppearance(airlock: Airlock): void {
  const theme = byId('theme', HTMLFieldSetElement)
  const chosen = readTheme()
  const radio = theme.querySelector(`input[value="${chosen}"]`)
  if (radio instanceof HTMLInputElement) radio.checked = true
  if (chosen !== 'auto') airlock.setTheme(chosen)
  theme.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const mode = toThemeMode(target.value)
    applyTheme(mode)
    rememberTheme(mode)
    airlock.setTheme(mode)
  })

  const locale = byId('locale', HTMLSelectElement)
  locale.addEventListener('change', () => {
    airlock.setLocale(locale.value)
  })
}
