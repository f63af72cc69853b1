/** How a state is drawn, and the address of the page that draws it. */
import type { Entry } from './states/index.ts'

export const lookChoices = {
  width: ['360', '320'],
  theme: ['light', 'dark'],
  direction: ['ltr', 'rtl'],
  /** `en-XA` is longer everywhere, and shows text that is not translated. */
  language: ['en-US', 'en-XA'],
} as const

export type Look = { readonly [Part in keyof typeof lookChoices]: (typeof lookChoices)[Part][number] }
/** The width is that of the window. */
export type PageLook = Omit<Look, 'width'>

export const defaultLook: Look = { width: '360', theme: 'light', direction: 'ltr', language: 'en-US' }

/** Relative to the gallery's root. All of it is in the fragment, so that the next state, or another look, loads nothing again. */
export const addressOf = ({ view, state }: Entry, look: Partial<PageLook>): string => {
  const { theme, direction, language } = { ...defaultLook, ...look }
  return `state.html#${new URLSearchParams({ view, state, theme, direction, language })}`
}

export const nameOf = ({ view, state }: Entry) => `${view}/${state}`

/** @param fragment of such an address */
export const readEntry = (fragment: string): Entry => {
  const given = new URLSearchParams(fragment.slice(1))
  return { view: given.get('view') ?? 'Connect', state: given.get('state') ?? '' }
}

/** @param fragment of such an address */
export const readLook = (fragment: string): PageLook => {
  const given = new URLSearchParams(fragment.slice(1))
  const choose = <Choice extends string>(name: keyof PageLook, choices: readonly Choice[], usual: Choice): Choice =>
    choices.find((choice) => choice === given.get(name)) ?? usual
  return {
    theme: choose('theme', lookChoices.theme, defaultLook.theme),
    direction: choose('direction', lookChoices.direction, defaultLook.direction),
    language: choose('language', lookChoices.language, defaultLook.language),
  }
}
