/** What the page and the system want the modal to look like. */

import type { Theme } from './configuration.ts'
import { inBrowser, listen, type Undo } from './dom.ts'
import { oneOf } from './refuse.ts'
import type { ThemeMode, ThemeVariables } from './types.ts'

const query = '(prefers-color-scheme: dark)'

/** @throws {AirlockError} naming the option; colours are judged by the frame. */
export function readTheme(themeMode: ThemeMode, variables: ThemeVariables, motion: Theme['motion']): Theme {
  oneOf({ themeMode }, ['light', 'dark', 'auto'])
  const system = inBrowser() && matchMedia(query).matches ? 'dark' : 'light'
  return { mode: themeMode, system, motion, variables }
}

export const effective = ({ mode, system }: Theme) => (mode === 'auto' ? system : mode)

export const onSystemTheme = (listener: () => void): Undo => listen(matchMedia(query), 'change', listener)
