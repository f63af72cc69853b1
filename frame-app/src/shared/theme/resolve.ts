/**
 * Turns a host's theme variables into CSS custom properties. Guarantees: text has at least 4.5:1 and controls 3:1, whatever the
 * host sets; a warning for its developers names each corrected variable.
 */
import type { ThemeVariables } from '@airlock/protocol/contracts/shapes/theme.ts'
import { mix, quantise, type Rgb, readColour, toHex } from './colour.ts'
import { black, contrast, controlRatio, leastContrast, moveUntil, textOn, textRatio, white } from './contrast.ts'
import { defaults, type Scheme, type SeedRole, statusRoles } from './roles.ts'

export interface ResolvedTheme {
  properties: Readonly<Record<`--${string}`, string>>
  warnings: readonly string[]
}

/** @param variables that the host sets; the others keep their defaults */
export function resolveTheme(scheme: Scheme, variables: ThemeVariables = {}): ResolvedTheme {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const properties = { ...resolveColours(scheme, variables, warn), ...resolveShape(variables, warn) }
  return { properties, warnings }
}

type Properties = Record<`--${string}`, string>
type Warn = (text: string) => void

function resolveColours(scheme: Scheme, variables: ThemeVariables, warn: Warn): Properties {
  const read = (name: 'accent' | 'canvas' | 'ink') => readHostColour(name, variables[name], warn)
  const [accent, canvas, ink] = [read('accent'), read('canvas'), read('ink')]
  const base = defaults[scheme]
  const result: Properties = {}
  const surfaces = canvas || ink ? resolveSurfaces(scheme, canvas, ink, warn) : base
  if (surfaces !== base) {
    for (const [role, value] of Object.entries(surfaces)) result[`--${role}`] = toHex(value)
    Object.assign(result, resolveStatus(surfaces), { '--rule': toHex(mix(surfaces.canvas, surfaces.ink, 0.14)) })
  }
  if (accent || surfaces !== base) Object.assign(result, resolveAccent(accent ?? base.accent, surfaces, warn))
  return result
}

/** Surfaces are shifted towards the ink; on a mid-grey canvas away from it, because text would lose contrast. */
function resolveSurfaces(
  scheme: Scheme,
  hostCanvas: Rgb | undefined,
  hostInk: Rgb | undefined,
  warn: Warn,
): Record<SeedRole, Rgb> {
  const base = defaults[scheme]
  const canvas = hostCanvas ?? base.canvas
  const strongest = contrast(black, canvas) >= contrast(white, canvas) ? black : white
  const away = strongest === black ? white : black
  const towards = contrast(strongest, canvas) >= 7 ? strongest : away
  const raised = mix(canvas, towards, 0.04)
  const sunken = mix(canvas, towards, 0.08)
  const all = [canvas, raised, sunken]
  const wanted = quantise(hostInk ?? base.ink)
  const enough = leastContrast(wanted, all) >= textRatio
  const ink = enough ? wanted : strongest
  if (!enough && hostInk) warn(tooLow('ink', wanted, canvas, textRatio, ink))
  const soften = (amount: number) => {
    const soft = mix(ink, canvas, amount)
    return leastContrast(soft, all) >= textRatio ? soft : moveUntil(soft, all, textRatio)
  }
  const colours = { accent: base.accent, positive: base.positive, caution: base.caution, negative: base.negative }
  const control = moveUntil(mix(ink, canvas, 0.5), all, controlRatio)
  return { ...colours, canvas, raised, sunken, ink, 'ink-2': soften(0.25), 'ink-3': soften(0.32), control }
}

function resolveAccent(accent: Rgb, surfaces: Record<SeedRole, Rgb>, warn: Warn): Properties {
  const { canvas, raised, sunken, ink } = surfaces
  const text = moveUntil(accent, [canvas, raised, sunken], textRatio)
  if (text !== accent && contrast(accent, canvas) < textRatio) warn(tooLow('accent', accent, canvas, textRatio, text))
  const isVisible = contrast(accent, canvas) >= controlRatio
  return {
    '--accent': toHex(accent),
    '--on-accent': toHex(textOn(accent)),
    '--accent-text': toHex(text),
    '--focus': toHex(isVisible ? accent : ink),
  }
}

function resolveStatus(surfaces: Record<SeedRole, Rgb>): Properties {
  const result: Properties = {}
  for (const role of statusRoles) {
    const soft = mix(surfaces.canvas, surfaces.sunken, 0.75)
    const text = moveUntil(surfaces[role], [surfaces.canvas, surfaces.raised, surfaces.sunken, soft], textRatio)
    result[`--${role}`] = toHex(text)
    result[`--${role}-soft`] = toHex(soft)
    if (role === 'negative') result['--on-negative'] = toHex(textOn(text))
  }
  return result
}

function resolveShape({ radiusScale, fontScale, fontFamily }: ThemeVariables, warn: Warn): Properties {
  const result: Properties = {}
  if (radiusScale !== undefined) result['--radius-scale'] = String(within(radiusScale, 0, 1.5))
  if (fontScale !== undefined) result['--font-scale'] = String(within(fontScale, 0.9, 1.3))
  if (fontFamily === undefined) return result
  if (/^[\p{L}\d\s,'"_-]{1,200}$/u.test(fontFamily)) result['--font-family'] = fontFamily
  else warn('Theme variable fontFamily ignored: only family names, commas and quotes are allowed.')
  return result
}

function readHostColour(name: string, text: string | undefined, warn: Warn): Rgb | undefined {
  if (text === undefined) return undefined
  const colour = readColour(text)
  if (!colour) warn(`Theme variable ${name} ignored: not a hex, rgb(), hsl() or oklch() colour.`)
  return colour && quantise(colour)
}

const within = (value: number, low: number, high: number) =>
  Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : 1

function tooLow(name: string, colour: Rgb, canvas: Rgb, wanted: number, used: Rgb): string {
  const ratio = contrast(colour, canvas).toFixed(2)
  return `Theme variable ${name} ${toHex(colour)} has ${ratio}:1 on canvas ${toHex(canvas)}, below ${wanted}:1; text uses ${toHex(used)}.`
}
