/** The theme of the modal, from the page's options and the system's preferences. */
import { SyncTheme } from '@airlock/protocol/contracts/shapes/options.ts'
import type { Theme } from './configuration.ts'
import { conform } from './conform.ts'
import { inBrowser, listen, type Undo } from './dom.ts'
import type { ThemeMode, ThemeVariables } from './types.ts'

const query = '(prefers-color-scheme: dark)'

/** @throws {AirlockError} naming the option */
export function readTheme(mode: ThemeMode, variables: ThemeVariables, motion: Theme['motion']): Theme {
  const system = inBrowser() && matchMedia(query).matches ? 'dark' : 'light'
  return conform(
    SyncTheme,
    { mode, system, motion, variables },
    (path) =>
      path.replace(/^(mode|variables)/, (part) => (part === 'mode' ? 'themeMode' : 'themeVariables')) || 'theme',
  )
}

export const effective = ({ mode, system }: Theme) => (mode === 'auto' ? system : mode)

export const onSystemTheme = (listener: () => void): Undo => listen(matchMedia(query), 'change', listener)
