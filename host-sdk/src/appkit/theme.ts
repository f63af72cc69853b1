/** Converts AppKit's theme variables to Airlock's. */
import type { ThemeVariables } from '@airlock/host-sdk'
import { cannot, entryOf, invalid, leftOut } from './refuse.ts'

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
    const wanted = pixels(name, value) / radius
    if (wanted > 1.5) leftOut(name, `can be at most ${radius * 1.5}px, which is used instead of ${value}`)
    return { radiusScale: Math.min(wanted, 1.5) }
  },
  'font-size-master': (value, name) => {
    const wanted = pixels(name, value) / size
    const distance = (scale: number) => Math.abs(scale - wanted)
    const fontScale = fontScales.reduce((best, scale) => (distance(scale) < distance(best) ? scale : best))
    if (distance(fontScale) >= 0.001)
      leftOut(
        name,
        `can be ${fontScales.map((scale) => `${scale * size}px`).join(', ')}: ${fontScale * size}px is used instead of ${value}`,
      )
    return { fontScale }
  },
  // AppKit does not mix colours while the strength is 0, which is its default.
  'color-mix': () => ({}),
  'color-mix-strength': (value, name) => {
    if (Number(value) !== 0) leftOut(name, 'has no counterpart: set the colours themselves with `canvas` and `ink`')
    return {}
  },
  // The modal is in the browser's top layer, above every z-index.
  'z-index': () => ({}),
  'qr-color': (_, name) => {
    leftOut(name, 'has no counterpart: the QR code has the colours that scanners read best')
    return {}
  },
} satisfies Record<string, (value: string | number, name: string) => ThemeVariables>

const known: Readonly<Record<string, (value: string | number, name: string) => ThemeVariables>> = variables

/** The core refuses names that neither AppKit nor Airlock has. */
export function toThemeVariables(given: AppKitThemeVariables): ThemeVariables {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const read = entryOf(known, name.replace(/^--(w3m|apkt)-/, ''))
      if (value === undefined || !name.startsWith('--')) return [[name, value]]
      if (!read) return cannot(name, `is not offered: of AppKit’s variables there are ${Object.keys(known).join(', ')}`)
      if (typeof value !== 'string' && typeof value !== 'number') invalid(name, 'must be a text or a number')
      return Object.entries(read(value, name))
    }),
  )
}
