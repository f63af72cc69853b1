/** Default values of the roles that colour arithmetic needs. They come from `tokens.css`; a test compares the two. */
import type { Rgb } from './colour.ts'

export type Scheme = 'light' | 'dark'

export type SeedRole = 'canvas' | 'raised' | 'sunken' | 'control' | 'ink' | 'ink-2' | 'ink-3' | 'accent' | StatusRole
export type StatusRole = 'positive' | 'caution' | 'negative'

export const statusRoles = ['positive', 'caution', 'negative'] as const satisfies readonly StatusRole[]

export const defaults: Record<Scheme, Record<SeedRole, Rgb>> = {
  light: {
    canvas: rgb(0xffffff),
    raised: rgb(0xf5f6f8),
    sunken: rgb(0xeceef2),
    control: rgb(0x7d8390),
    ink: rgb(0x14161a),
    'ink-2': rgb(0x565c68),
    'ink-3': rgb(0x616875),
    accent: rgb(0x667dff),
    positive: rgb(0x0a7a4b),
    caution: rgb(0x8a5a00),
    negative: rgb(0xc0262d),
  },
  dark: {
    canvas: rgb(0x121313),
    raised: rgb(0x1b1c1e),
    sunken: rgb(0x242629),
    control: rgb(0x767b86),
    ink: rgb(0xf3f4f6),
    'ink-2': rgb(0xb3b8c2),
    'ink-3': rgb(0x9299a5),
    accent: rgb(0x5773ff),
    positive: rgb(0x3ddc97),
    caution: rgb(0xf5b84a),
    negative: rgb(0xff7a80),
  },
}

function rgb(hex: number): Rgb {
  return [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255]
}
