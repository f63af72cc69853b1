/** How a state is drawn, and the address of the page that draws it. */
import type { Entry } from './states/index.ts'

export const lookChoices = {
  width: ['360', '320'],
  theme: ['light', 'dark'],
  direction: ['ltr', 'rtl'],
} as const

export type Look = Readonly<Record<keyof typeof lookChoices, string>>

export const defaultLook: Look = { width: '360', theme: 'light', direction: 'ltr' }

/** Relative to the gallery's root. The width is that of the window. */
export const addressOf = ({ view, state }: Entry, { theme, direction }: Pick<Look, 'theme' | 'direction'>): string =>
  `state.html?${new URLSearchParams({ view, state, theme, direction })}`
