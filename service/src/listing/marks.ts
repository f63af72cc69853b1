/**
 * Generated pictures, for entries without a known logo: a monogram on a tinted plate with a faint pattern. Deterministic by name and id,
 * byte for byte. The letters have a contrast of at least 4.5:1 on every part of the plate (WCAG AA).
 */
import { createHash } from 'node:crypto'

export type Mark = {
  /** Determines colour and pattern. */
  readonly id: string
  /** Accessible name, if the picture is opened on its own. */
  readonly name: string
  /** Text of the picture: one to five characters. */
  readonly label: string
}

const size = 96
const contrastBar = 4.5
/** Opacity of the white pattern; the contrast holds on top of it. */
const patternOpacity = 0.14

export function drawMark({ id, name, label }: Mark): string {
  const { plate, shade, pattern } = looksOf(id)
  const shown = Array.from(label).slice(0, 5).join('')
  const title = escapeXml(name)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${toHex(plate)}"/><stop offset="1" stop-color="${toHex(shade)}"/></linearGradient></defs>`,
    `<path fill="url(#p)" d="M0 0h${size}v${size}H0z"/>`,
    `<g fill="none" stroke="#fff" stroke-opacity="${patternOpacity}" stroke-width="7">${pattern}</g>`,
    `<text x="48" y="49" fill="#fff" font-family="ui-rounded,system-ui,-apple-system,'Segoe UI',sans-serif" font-weight="650" font-size="${fontSize(shown)}" text-anchor="middle" dominant-baseline="central">${escapeXml(shown)}</text>`,
    '</svg>',
  ].join('')
}

const fontSize = (label: string): number => [52, 52, 42, 30, 25, 21][Array.from(label).length] ?? 21

/**
 * Initials of the first two words, ignoring the word that every wallet has in its name. For a single word: its first
 * two capitals (MetaMask: MM), or else its first two letters.
 */
export function monogram(name: string): string {
  const words = name.split(/[\s.’-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const telling = words.filter((word) => !/^(wallet|com|super)$/i.test(word))
  const [first = '•', second] = telling.length > 0 ? telling : words
  const [start = '', ...rest] = Array.from(first)
  const next = second === undefined ? (rest.find((letter) => /\p{Lu}/u.test(letter)) ?? rest[0]) : capital(second)
  return capital(start) + (next ?? '')
}

const capital = (word: string): string => (Array.from(word)[0] ?? '').toLocaleUpperCase('en')

export type Rgb = readonly [red: number, green: number, blue: number]

export function looksOf(id: string): { readonly plate: Rgb; readonly shade: Rgb; readonly pattern: string } {
  const seed = createHash('sha256').update(id).digest()
  const at = (index: number): number => seed[index] ?? 0
  const hue = ((at(0) * 256 + at(1)) / 65_536) * 360
  const saturation = 0.5 + (at(2) / 255) * 0.25
  const plate = darkEnough(hue, saturation)
  const shade = darkEnough((hue + 24 + (at(3) / 255) * 24) % 360, saturation, 0.08)
  return { plate, shade, pattern: patterns[at(4) % patterns.length]?.(at(5) % 4) ?? '' }
}

/** The lightest plate of this hue on which white text is readable, pattern included. */
function darkEnough(hue: number, saturation: number, darker = 0): Rgb {
  for (let lightness = 0.56; lightness > 0; lightness -= 0.01) {
    const colour = fromHsl(hue, saturation, lightness)
    if (contrast(white, overlaid(colour)) >= contrastBar)
      return fromHsl(hue, saturation, Math.max(0, lightness - darker))
  }
  return [0, 0, 0]
}

const white: Rgb = [255, 255, 255]
/** Plate colour where a line of the pattern crosses it. */
export function overlaid([red, green, blue]: Rgb): Rgb {
  const lit = (channel: number) => Math.round(channel + (255 - channel) * patternOpacity)
  return [lit(red), lit(green), lit(blue)]
}

/** WCAG 2.2 contrast ratio. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number): number => {
    const value = channel / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number): number => {
    const position = (offset + hue / 30) % 12
    const amount = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - amount * Math.max(-1, Math.min(position - 3, 9 - position, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

const toHex = (colour: Rgb): string => `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Each in four rotations. */
const patterns: readonly ((turn: number) => string)[] = [
  (turn) => turned(turn, [26, 44, 62, 80].map((radius) => `<circle cx="96" cy="0" r="${radius}"/>`).join('')),
  (turn) => turned(turn, '<path d="M-10 30 30-10M-10 62 62-10M-10 94 94-10M22 94 94 22M54 94 94 54"/>'),
  (turn) =>
    turned(
      turn,
      '<rect x="-14" y="-14" width="58" height="58" rx="16"/><rect x="-14" y="-14" width="86" height="86" rx="26"/>',
    ),
  (turn) =>
    turned(
      turn,
      '<path d="M-6 74c18-22 32-22 48 0s34 22 60 0M-6 54c18-22 32-22 48 0s34 22 60 0M-6 94c18-22 32-22 48 0s34 22 60 0"/>',
    ),
]
const turned = (turn: number, shapes: string): string =>
  turn === 0 ? shapes : `<g transform="rotate(${turn * 90} 48 48)">${shapes}</g>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
