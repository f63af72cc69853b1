/** Converts AppKit's theme variables to Airlock's. */
import type { ThemeVariables } from '@airlock/host-sdk'
import { cannot, invalid } from './refuse.ts'

/** AppKit's two prefixes. Airlock's names can be used beside them. */
export type AppKitThemeVariables = ThemeVariables & {
  readonly [name in `--${'w3m' | 'apkt'}-${keyof typeof variables}`]?: string | number | undefined
}

/** AppKit's default radius and font size. */
const [radius, size] = [4, 10]
const fontScales = [0.9, 1, 1.15, 1.3] as const

const pixels = (name: string, value: string | number): number => {
  const found = /^(\d{1,3}(?:\.\d{1,3})?)(?:px)?$/.exec(String(value))
  return found ? Number(found[1]) : invalid(name, 'must be a number of pixels')
}

const variables = {
  accent: (value, name) =>
    // The core checks the rest of it.
    /^(#|(rgb|hsl|oklch)\()/.test(String(value))
      ? { accent: String(value) }
      : invalid(name, 'must be a colour like `#6647e5` or `rgb(102 71 229)`: the frame knows no variables of the page'),
  'font-family': (value) => ({ fontFamily: String(value) }),
  'border-radius-master': (value, name) => {
    const radiusScale = pixels(name, value) / radius
    return radiusScale <= 1.5 ? { radiusScale } : cannot(name, `can be at most ${radius * 1.5}px`)
  },
  'font-size-master': (value, name) => {
    const wanted = pixels(name, value) / size
    const fontScale = fontScales.find((scale) => Math.abs(scale - wanted) < 0.001)
    return fontScale
      ? { fontScale }
      : cannot(name, `can be ${fontScales.map((scale) => `${scale * size}px`).join(', ')}`)
  },
  // AppKit does not mix colours while the strength is 0, which is its default.
  'color-mix': () => ({}),
  'color-mix-strength': (value, name) =>
    Number(value) === 0 ? {} : cannot(name, 'has no counterpart: set the colours themselves with `canvas` and `ink`'),
  // The modal is in the browser's top layer, above every z-index.
  'z-index': () => ({}),
  'qr-color': (_, name) => cannot(name, 'has no counterpart: the QR code has the colours that scanners read best'),
} satisfies Record<string, (value: string | number, name: string) => ThemeVariables>

const known: Readonly<Record<string, (value: string | number, name: string) => ThemeVariables>> = variables

/** The core refuses names that neither AppKit nor Airlock has. */
export function toThemeVariables(given: AppKitThemeVariables): ThemeVariables {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const read = known[name.replace(/^--(w3m|apkt)-/, '')]
      if (value === undefined || !name.startsWith('--') || !read) return [[name, value]]
      if (typeof value !== 'string' && typeof value !== 'number') invalid(name, 'must be a text or a number')
      return Object.entries(read(value, name))
    }),
  )
}
