/** Theme and locale as the host set them. */
import type {
  SyncLocale as SyncLocaleSchema,
  SyncTheme as SyncThemeSchema,
} from '@airlock/protocol/contracts/shapes/options.ts'
import { atom } from 'jotai'
import type { infer as Infer } from 'zod/mini'

export type SyncTheme = Infer<typeof SyncThemeSchema>
export type SyncLocale = Infer<typeof SyncLocaleSchema>

export const themeAtom = atom<SyncTheme>({ mode: 'auto', system: 'light', motion: 'auto', variables: {} })
export const resolvedThemeAtom = atom((get): 'light' | 'dark' => {
  const { mode, system } = get(themeAtom)
  return mode === 'auto' ? system : mode
})

export const localeAtom = atom<SyncLocale>({ locale: 'en-US', dir: 'auto', messages: {} })
