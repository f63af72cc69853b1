/** Colours as sRGB triples: reads the CSS notations that a host may use, converts to OKLCH and back, mixes. Never throws. */

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number]
export type Oklch = readonly [lightness: number, chroma: number, hue: number]

/** Reads hex, `rgb()`, `hsl()` and `oklch()`, in old and new notation. Transparency is ignored, because all roles are opaque. */
export function readColour(text: string): Rgb | undefined {
  const value = text.trim().toLowerCase()
  if (value.length > 64) return undefined
  if (value.startsWith('#')) return readHex(value.slice(1))
  const [, name, body] = /^(rgb|hsl|oklch)a?\(([^()]*)\)$/.exec(value) ?? []
  const parts = body?.split(/[\s,/]+/).filter(Boolean) ?? []
  const [first = '', second = '', third = ''] = parts
  if (!name || parts.length < 3 || parts.length > 4) return undefined
  switch (name) {
    case 'rgb':
      return inRange([readPart(first, 255), readPart(second, 255), readPart(third, 255)])
    case 'hsl':
      return fromHsl(readAngle(first), readPart(second, 100), readPart(third, 100))
    default: {
      const lightness = first.endsWith('%') ? readPart(first, 1) : Number(first)
      const chroma = second.endsWith('%') ? readPart(second, 1) * 0.4 : Number(second)
      return inRange(fromOklch([clamp(lightness), Math.max(0, chroma), readAngle(third)]))
    }
  }
}

export function toHex(colour: Rgb): string {
  return `#${colour.map((part) => toByte(part).toString(16).padStart(2, '0')).join('')}`
}

/** The colour as shown with 8 bits per channel; contrast is guaranteed for this colour. */
export function quantise([red, green, blue]: Rgb): Rgb {
  return [toByte(red) / 255, toByte(green) / 255, toByte(blue) / 255]
}

export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const blend = (start: number, end: number) => start + (end - start) * amount
  return quantise([blend(from[0], to[0]), blend(from[1], to[1]), blend(from[2], to[2])])
}

/** Björn Ottosson's Oklab in its polar form. */
export function toOklch(colour: Rgb): Oklch {
  const [r, g, b] = toLinear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return [lightness, Math.hypot(a, bb), (Math.atan2(bb, a) * 180) / Math.PI]
}

/** Keeps lightness and hue, and reduces chroma until the colour fits into sRGB. */
export function fromOklch([lightness, chroma, hue]: Oklch): Rgb {
  if (lightness >= 1) return [1, 1, 1]
  if (lightness <= 0) return [0, 0, 0]
  const whole = oklchToRgb([lightness, chroma, hue])
  if (fits(whole)) return clip(whole)
  let [low, high] = [0, chroma]
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (fits(oklchToRgb([lightness, middle, hue]))) low = middle
    else high = middle
  }
  return clip(oklchToRgb([lightness, low, hue]))
}

export function toLinear(colour: Rgb): Rgb {
  const expand = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return [expand(colour[0]), expand(colour[1]), expand(colour[2])]
}

function oklchToRgb([lightness, chroma, hue]: Oklch): Rgb {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const compress = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
  return [
    compress(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    compress(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    compress(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb | undefined {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    return lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
  }
  return inRange([channel(0), channel(8), channel(4)])
}

function readHex(digits: string): Rgb | undefined {
  if (!/^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return undefined
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  const part = (index: number) => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16) / 255
  return [part(0), part(1), part(2)]
}

const readPart = (text: string, whole: number) =>
  clamp(text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / whole)

function readAngle(text: string): number {
  const [, figure, unit = 'deg'] = /^(-?[\d.]+)(deg|turn|rad|grad)?$/.exec(text) ?? []
  const degrees = Number(figure) * ({ turn: 360, rad: 180 / Math.PI, grad: 0.9 }[unit] ?? 1)
  return ((degrees % 360) + 360) % 360
}

const clamp = (part: number) => Math.min(1, Math.max(0, part))
const clip = (colour: Rgb): Rgb => [clamp(colour[0]), clamp(colour[1]), clamp(colour[2])]
const toByte = (part: number) => Math.round(clamp(part) * 255)
const fits = (colour: Rgb) => colour.every((part) => part >= -0.0001 && part <= 1.0001)
const inRange = (colour: Rgb): Rgb | undefined => (colour.every(Number.isFinite) ? clip(colour) : undefined)
