/** Theme and locale: the host's, overridden by the user's choices. */
import type {
  SyncLocale as SyncLocaleSchema,
  SyncTheme as SyncThemeSchema,
} from '@airlock/protocol/contracts/shapes/options.ts'
import { atom } from 'jotai'
import type { infer as Infer } from 'zod/mini'

export type SyncTheme = Infer<typeof SyncThemeSchema>
export type SyncLocale = Infer<typeof SyncLocaleSchema>

export const hostThemeAtom = atom<SyncTheme>({ mode: 'auto', system: 'light', motion: 'auto', variables: {} })
export const hostLocaleAtom = atom<SyncLocale>({ locale: 'en-US', dir: 'auto', messages: {} })

/** Applies the user's choices to the host's values. The rules load with the first choice (`session/preferences.ts`). */
export const chosenAtom = atom({ theme: (host: SyncTheme) => host, locale: (host: SyncLocale) => host })

/** As shown. Setting it sets the host's value. */
export const themeAtom = atom(
  (get) => get(chosenAtom).theme(get(hostThemeAtom)),
  (_, set, host: SyncTheme) => set(hostThemeAtom, host),
)
export const resolvedThemeAtom = atom((get): 'light' | 'dark' => {
  const { mode, system } = get(themeAtom)
  return mode === 'auto' ? system : mode
})

export const localeAtom = atom(
  (get) => get(chosenAtom).locale(get(hostLocaleAtom)),
  (_, set, host: SyncLocale) => set(hostLocaleAtom, host),
)
