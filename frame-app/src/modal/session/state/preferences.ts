/**
 * The user's choices for the modal's appearance, and how they combine with those of the page. The page's design stays whole: where it fixes
 * the colours, they cannot be chosen. Text size, reduced motion and the language are up to the user, whatever the page sets.
 */
import { atom } from 'jotai'
import * as z from 'zod/mini'
import type { SyncLocale, SyncTheme } from './appearance.ts'

export const textSizes = [0.9, 1, 1.15, 1.3] as const

/** An absent value follows the page. */
export const Preferences = z.object({
  theme: z.optional(z.enum(['light', 'dark'])),
  textSize: z.optional(z.union(textSizes.map((size) => z.literal(size)))),
  motion: z.optional(z.literal('off')),
  /** A tag of `locales`. */
  locale: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/))),
})
export type Preferences = z.infer<typeof Preferences>

export const preferencesAtom = atom<Preferences>({})

/** A fixed mode, or a background or text colour of the page, which may suit only one mode. */
export const hasFixedColours = ({ mode, variables }: SyncTheme): boolean =>
  mode !== 'auto' || variables.canvas !== undefined || variables.ink !== undefined

export function withTheme(host: SyncTheme, { theme, textSize, motion }: Preferences): SyncTheme {
  return {
    ...host,
    mode: theme === undefined || hasFixedColours(host) ? host.mode : theme,
    // Motion can be turned off, but not turned on again.
    motion: motion ?? host.motion,
    variables: textSize === undefined ? host.variables : { ...host.variables, fontScale: textSize },
  }
}

/** The page's own texts and its direction belong to the language that the page has chosen. */
export const withLocale = (host: SyncLocale, { locale }: Preferences): SyncLocale =>
  locale === undefined || locale === host.locale ? host : { locale, dir: 'auto', messages: {} }
