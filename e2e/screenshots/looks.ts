/** The ways in which a state is rendered: viewport, theme, and settings of users and hosts. */
import type { Page } from '@playwright/test'
import type { SdkOptions, StageOptions } from './stage.ts'

export type Look = {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
}

const sizes = {
  sheet: { width: 360, height: 740 },
  narrow: { width: 320, height: 640 },
  desktop: { width: 900, height: 760 },
} as const

export const looks: readonly Look[] = Object.entries(sizes).flatMap(([name, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ name: `${name}-${colorScheme}`, viewport, colorScheme })),
)

/** Settings of a whole run; each is a separate run. */
export type Variant = {
  readonly options?: SdkOptions
  readonly context?: StageOptions
  readonly direction?: 'rtl'
  /** Set once the state is reached. */
  readonly locale?: string
  /** Text size of the browser, in per cent. */
  readonly textPercent?: number
  readonly looks: readonly Look[]
}

const narrow = looks.filter(({ name }) => name === 'narrow-light')
const sheetBoth = looks.filter(({ name }) => name.startsWith('sheet'))

export const variants = {
  plain: { looks },
  pseudo: { locale: 'en-XA', looks: narrow },
  rtl: { direction: 'rtl', looks: looks.filter(({ name }) => name === 'sheet-light') },
  large: { textPercent: 200, looks: narrow },
  'large-pseudo': { locale: 'en-XA', textPercent: 200, looks: narrow },
  forced: { context: { forcedColors: 'active' }, looks: sheetBoth },
  low: { looks: [{ name: 'low-light', viewport: { width: 320, height: 256 }, colorScheme: 'light' }] },
  yellow: { options: { themeVariables: { accent: '#ffe600' } }, looks: sheetBoth },
  brown: {
    options: { themeVariables: { accent: '#3a1f0b', canvas: '#f3e9dc', ink: '#2b1a10', radiusScale: 0 } },
    looks: sheetBoth,
  },
} as const satisfies Readonly<Record<string, Variant>>

export type VariantName = keyof typeof variants

export const isVariantName = (name: string): name is VariantName => Object.hasOwn(variants, name)

export async function wear(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
}
