/** WCAG 2.2 contrast, and corrections that make any host colour readable. */
import { fromOklch, quantise, type Rgb, toLinear, toOklch } from './colour.ts'

export const black: Rgb = [0, 0, 0]
export const white: Rgb = [1, 1, 1]

/** Level AA: for text, and for the meaningful parts of controls. */
export const textRatio = 4.5
export const controlRatio = 3

/** Preferred on coloured buttons; pure black is used only if near-black has too little contrast. */
const nearBlack: Rgb = [11 / 255, 13 / 255, 26 / 255]

export function contrast(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** The lowest contrast of a colour over several surfaces. */
export function leastContrast(colour: Rgb, surfaces: readonly Rgb[]): number {
  return Math.min(...surfaces.map((surface) => contrast(colour, surface)))
}

/** Text colour on a fill: black or white, whichever has more contrast, which is at least 4.58:1. */
export function textOn(fill: Rgb): Rgb {
  const dark = contrast(nearBlack, fill) >= textRatio ? nearBlack : black
  return contrast(dark, fill) >= contrast(white, fill) ? dark : white
}

/** Moves the OKLCH lightness as little as needed until the colour reaches `ratio` on every surface. */
export function moveUntil(colour: Rgb, surfaces: readonly Rgb[], ratio: number): Rgb {
  const [lightness, chroma, hue] = toOklch(colour)
  for (let step = 0; step <= 100; step++) {
    for (const sign of step === 0 ? [1] : [1, -1]) {
      const candidate =
        step === 0 ? quantise(colour) : quantise(fromOklch([lightness + (sign * step) / 100, chroma, hue]))
      if (leastContrast(candidate, surfaces) >= ratio) return candidate
    }
  }
  return leastContrast(black, surfaces) >= leastContrast(white, surfaces) ? black : white
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = toLinear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
