import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { durationsMs } from '../ui/motion/motion.ts'
import { type Rgb, readColour } from './colour.ts'
import { contrast, controlRatio, leastContrast, textRatio } from './contrast.ts'
import { resolveTheme } from './resolve.ts'
import { defaults, type Scheme } from './roles.ts'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const schemes = ['light', 'dark'] as const
const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** All roles of a scheme as the browser computes them: the style sheet, overridden by properties that the script sets. */
function roles(scheme: Scheme, set: Readonly<Record<string, string>> = {}): (role: string) => Rgb {
  const block = (selector: string) => css.slice(css.indexOf(selector)).split('}')[0] ?? ''
  const text = scheme === 'dark' ? block(':root {') + block('[data-theme="dark"]') : block(':root {')
  const sheet = new Map(Array.from(text.matchAll(/(--[\w-]+): (#\w{6});/g), ([, name, value]) => [name, value]))
  return (role) => {
    const colour = readColour(set[`--${role}`] ?? sheet.get(`--${role}`) ?? '')
    if (!colour) throw new Error(`${role} has no colour`)
    return colour
  }
}

function expectReadable(of: (role: string) => Rgb) {
  const surfaces = ['canvas', 'raised', 'sunken'].map(of)
  for (const role of ['ink', 'ink-2', 'ink-3'])
    expect(leastContrast(of(role), surfaces), role).toBeGreaterThanOrEqual(textRatio)
  for (const role of ['positive', 'caution', 'negative']) {
    expect(leastContrast(of(role), [of('canvas'), of('raised'), of(`${role}-soft`)]), role).toBeGreaterThanOrEqual(4.5)
    expect(contrast(of('ink'), of(`${role}-soft`)), `ink on ${role}-soft`).toBeGreaterThanOrEqual(textRatio)
  }
  expect(contrast(of('on-accent'), of('accent')), 'on-accent').toBeGreaterThanOrEqual(textRatio)
  expect(contrast(of('on-negative'), of('negative')), 'on-negative').toBeGreaterThanOrEqual(textRatio)
  expect(leastContrast(of('accent-text'), surfaces.slice(0, 2)), 'accent-text').toBeGreaterThanOrEqual(textRatio)
  expect(contrast(of('focus'), of('canvas')), 'focus').toBeGreaterThanOrEqual(controlRatio)
  expect(leastContrast(of('control'), surfaces), 'control').toBeGreaterThanOrEqual(controlRatio)
}

test('the accents and the dark canvas are the specification’s', () => {
  const accents = { light: ['hsla(231,100%,70%,1)', '#ffffff'], dark: ['hsla(230,100%,67%,1)', '#121313'] } as const
  const bytes = (colour: Rgb | undefined) => colour?.map((part) => Math.round(part * 255))
  for (const scheme of schemes) {
    const [accent, canvas] = accents[scheme]
    const of = roles(scheme)
    expect(bytes(of('accent')), scheme).toEqual(bytes(readColour(accent)))
    expect(bytes(of('canvas')), scheme).toEqual(bytes(readColour(canvas)))
  }
})

test('titles change in 120 ms, views and heights in 150 ms, and a shake takes 500 ms, in scripts and in the sheet', () => {
  expect(durationsMs).toMatchObject({ title: 120, view: 150, shake: 500 })
  const root = css.slice(css.indexOf(':root {')).split('}')[0] ?? ''
  for (const name of ['title', 'view', 'shake'] as const)
    expect(root).toContain(`--motion-${name}: ${durationsMs[name]}ms;`)
})

describe.each(schemes)('%s theme', (scheme) => {
  test('the default roles hold AA', () => expectReadable(roles(scheme)))

  test('the table for colour arithmetic says the same as the sheet', () => {
    const of = roles(scheme)
    for (const [role, value] of Object.entries(defaults[scheme])) expect(value, role).toEqual(of(role))
  })

  test('any accent keeps AA', () => {
    fc.assert(
      fc.property(colours, (accent) => expectReadable(roles(scheme, resolveTheme(scheme, { accent }).properties))),
    )
  })

  test('any accent, canvas and ink together keep AA', () => {
    fc.assert(
      fc.property(colours, colours, colours, (accent, canvas, ink) =>
        expectReadable(roles(scheme, resolveTheme(scheme, { accent, canvas, ink }).properties)),
      ),
    )
  })

  test('a canvas alone brings its own surfaces, inks and states', () => {
    fc.assert(
      fc.property(colours, (canvas) => expectReadable(roles(scheme, resolveTheme(scheme, { canvas }).properties))),
    )
  })
})

test('nothing set by the host changes nothing', () => {
  expect(resolveTheme('light')).toEqual({ properties: {}, warnings: [] })
})

test('a weak accent is kept for fills, and the warning names the ratio', () => {
  const { properties, warnings } = resolveTheme('light', { accent: '#ffe14d' })
  expect(properties['--accent']).toBe('#ffe14d')
  expect(properties['--focus']).toBe('#14161a')
  expect(warnings).toEqual([expect.stringMatching(/accent #ffe14d has 1\.\d\d:1 on canvas #ffffff, below 4\.5:1/)])
})

test('every notation of a colour reads the same', () => {
  const red = readColour('#f00')
  for (const text of ['#ff0000', 'rgb(255 0 0)', 'rgba(255, 0, 0, 0.5)', 'hsl(0 100% 50%)', 'hsla(360deg,100%,50%,1)'])
    expect(readColour(text), text).toEqual(red)
  const [r = 0, g = 0, b = 0] = readColour('oklch(62.8% 0.2577 29.23)') ?? []
  expect([r, g, b].map((part) => Math.round(part * 255))).toEqual([255, 0, 0])
})

test('text that is no colour is refused', () => {
  for (const text of ['', 'red', '#12345', 'rgb(1 2)', 'hsl(a b c)', 'url(x)', 'rgb(1 2 3 4 5)', 'x'.repeat(100)])
    expect(readColour(text), text).toBeUndefined()
  fc.assert(fc.property(fc.string(), (text) => void readColour(text)))
})

test('shape variables are bounded and a font cannot carry code', () => {
  const { properties, warnings } = resolveTheme('dark', { radiusScale: 9, fontFamily: 'x; background: url(//evil)' })
  expect(properties).toEqual({ '--radius-scale': '1.5' })
  expect(warnings).toHaveLength(1)
  expect(resolveTheme('dark', { fontFamily: '"Inter", Arial' }).properties['--font-family']).toBe('"Inter", Arial')
})
