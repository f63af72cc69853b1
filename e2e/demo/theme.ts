/** The page's own theme (light, dark or automatic), stored for this origin and shared with the confirm window. */

export const themeModes = ['auto', 'light', 'dark'] as const
export type ThemeMode = (typeof themeModes)[number]

const key = 'airlock-demo.theme'

export function readTheme(): ThemeMode {
  return toThemeMode(stored())
}

export function toThemeMode(value: string | null): ThemeMode {
  return themeModes.find((mode) => mode === value) ?? 'auto'
}

export function applyTheme(mode: ThemeMode): void {
  document.documentElement.dataset.theme = mode
}

export function rememberTheme(mode: ThemeMode): void {
  try {
    localStorage.setItem(key, mode)
  } catch {
    // Storage may be blocked; the choice is then lost when the page is closed.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
