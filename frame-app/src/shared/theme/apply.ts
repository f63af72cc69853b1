/** Applies a theme to a document; `auto` follows the operating system. Uses CSSOM, because the policy forbids inline styles. */
import type { ThemeMode, ThemeVariables } from '@airlock/protocol/contracts/shapes/theme.ts'
import { type ResolvedTheme, resolveTheme } from './resolve.ts'

export interface ThemeRequest {
  mode: ThemeMode
  variables?: ThemeVariables | undefined
  /** `off` stops all motion, even if the system setting allows it. */
  motion?: 'auto' | 'off' | undefined
}

export interface ThemeOutside {
  root: HTMLElement
  /** The media query `(prefers-color-scheme: dark)`. */
  prefersDark: Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>
  onWarning?: ((text: string) => void) | undefined
}

/** Applies the theme at once, so that the first paint has the right colours. @returns a function that removes it */
export function startTheme(request: ThemeRequest, { root, prefersDark, onWarning }: ThemeOutside): () => void {
  let applied: ResolvedTheme | undefined
  const apply = () => {
    const scheme = request.mode === 'auto' ? (prefersDark.matches ? 'dark' : 'light') : request.mode
    clear()
    applied = resolveTheme(scheme, request.variables)
    for (const [name, value] of Object.entries(applied.properties)) root.style.setProperty(name, value)
    root.dataset.theme = scheme
    root.dataset.motion = request.motion ?? 'auto'
    for (const warning of applied.warnings) onWarning?.(warning)
  }
  const clear = () => {
    for (const name of Object.keys(applied?.properties ?? {})) root.style.removeProperty(name)
  }
  apply()
  if (request.mode === 'auto') prefersDark.addEventListener('change', apply)
  return () => {
    prefersDark.removeEventListener('change', apply)
    clear()
  }
}
