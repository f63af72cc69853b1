/** The list of browsers is that of the build, and newer functions of the platform are used only where browsers.md says what happens without them. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { supported } from '../vite.config.ts'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(resolve(root, 'docs/browsers.md'), 'utf8')
const rows = [...page.matchAll(/^\| (.+?) \| ([\d.]+|–) \| ([\d.]+|–) \| ([\d.]+|–) \| (.+) \|$/gm)].map(
  ([, api = '', chrome, safari, firefox, way = '']) => ({ api, versions: [chrome, safari, firefox], way }),
)

/** What came after the oldest supported browsers, in any of the three engines, by how it is written in the source. */
const newer: readonly (readonly [name: string, form: RegExp])[] = [
  ['AbortSignal.any', /AbortSignal\.any\b/],
  ['URL.canParse', /URL\.canParse\b/],
  ['URL.parse', /URL\.parse\b/],
  ['toSorted', /\.toSorted\(/],
  ['toReversed', /\.toReversed\(/],
  ['toSpliced', /\.toSpliced\(/],
  ['with', /\]\.with\(|\.with\(-?\d/],
  ['withResolvers', /Promise\.withResolvers/],
  ['Promise.try', /Promise\.try\b/],
  ['groupBy', /(Object|Map)\.groupBy/],
  ['fromAsync', /Array\.fromAsync/],
  ['isWellFormed', /\.(is|to)WellFormed\(/],
  [
    'methods of sets',
    /(?<!\bz)\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  ],
  [
    'helpers of iterators',
    /(?<!\b(Object|storage))\.(values|keys|entries)\(\)\.(map|filter|some|every|find|toArray|take|drop|flatMap|reduce)\(|Iterator\.from/,
  ],
  ['base64 of bytes', /\.(toBase64|toHex|fromBase64|fromHex|setFromBase64|setFromHex)\(/],
  ['transfer', /\.transfer(ToFixedLength)?\(\)/],
  ['RegExp.escape', /RegExp\.escape/],
  ['regular expressions with v', /\/[dgimsy]*v[dgimsy]*\.(test|exec)\(|, \/.+\/[dgimsy]*v[dgimsy]*[),]/],
  ['modifiers in regular expressions', /\(\?[ims]*-?[ims]+:/],
  ['using', /^\s*(await )?using \w+ =/m],
  ['`navigator.userActivation`', /userActivation/],
  ['`ancestorOrigins`', /ancestorOrigins/],
  ['IntersectionObserver v2 (`trackVisibility`)', /trackVisibility/],
  ['`document.featurePolicy`', /featurePolicy/],
  ['Trusted Types', /trustedTypes/],
  ['`moveBefore`', /moveBefore/],
  ['`requestIdleCallback`', /requestIdleCallback/],
  ['`checkVisibility`', /checkVisibility/],
  ['popover', /\b(show|hide|toggle)Popover\b/],
  ['view transitions', /startViewTransition/],
  ['CloseWatcher', /CloseWatcher/],
  ['navigation', /\bnavigation\.(navigate|addEventListener|currentEntry)/],
  ['scheduler', /\bscheduler\.(yield|postTask)/],
  ['fetchLater', /fetchLater/],
  ['Storage Access', /requestStorageAccess|hasStorageAccess/],
  ['EditContext', /EditContext/],
  ['Ed25519', /name: 'Ed25519'|'X25519'/],
  ['getHTML', /\.(getHTML|setHTMLUnsafe|setHTML)\(/],
  ['`:has()`', /:has\(/],
  ['`oklch()`', /: oklch\(/],
  ['color-mix', /color-mix\(/],
  ['colours from others', /\b(rgb|hsl|oklch|lab)\(from /],
  ['`light-dark()`', /light-dark\(/],
  ['`scrollbar-gutter`', /scrollbar-gutter/],
  ['`text-wrap: balance`', /text-wrap: (balance|pretty)/],
  ['nesting', /^\s+&/m],
  ['@scope', /@scope\b/],
  ['@starting-style', /@starting-style|allow-discrete/],
  ['@property', /@property\b/],
  ['subgrid', /\bsubgrid\b/],
  [':dir()', /:dir\(/],
  ['linear()', /\blinear\(/],
  ['anchors', /anchor-name|position-anchor|\banchor\(/],
  ['sizes of fields', /field-sizing/],
  ['sizes that move', /interpolate-size|calc-size\(/],
  ['timelines of scrolling', /animation-timeline|scroll-timeline/],
  ['conditions in values', /: if\(/],
]

const sources = ['frame-app/src', 'host-sdk/src', 'protocol/src'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.|siwx.server/.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(resolve(root, folder, file), 'utf8') })),
)
const inCode = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

test('the oldest browsers are those of the build', () => {
  const [, chrome, safari, firefox] =
    /from (\d+), Safari and every browser on iOS from ([\d.]+), Firefox from (\d+)\*\*/.exec(page) ?? []
  expect(supported).toEqual([`chrome${chrome}`, `safari${safari}`, `ios${safari}`, `firefox${firefox}`])
})

test('newer names are used only where the page says what happens without it', () => {
  const listed = new Set(rows.map(({ api }) => api.replaceAll('`', '')))
  const used = newer.filter(([, form]) => sources.some(({ text }) => form.test(inCode(text))))
  const name = (one: string) => one.replaceAll('`', '')
  expect(used.map(([one]) => name(one)).filter((one) => !listed.has(name(one)))).toEqual([])
  expect(used.length).toBeGreaterThan(15)
})

test('each form finds what it is about', () => {
  const examples = [
    'a.toSorted()',
    'AbortSignal.any([a])',
    '/[a--b]/v.test(a)',
    'map.values().map(f)',
    '  & > a',
    'x: oklch(1 1 1)',
  ]
  for (const example of examples)
    expect(
      newer.filter(([, form]) => form.test(example)),
      example,
    ).toHaveLength(1)
})

test('functions added in our documents are those of the table', () => {
  const file = readFileSync(resolve(root, 'frame-app/src/shared/boot/older-browsers.ts'), 'utf8')
  const added = [...file.matchAll(/define\(\s*(\w+)(?:\.prototype)?,\s*'(\w+)'/g)].map(([, on, name]) =>
    on === 'Array' ? name : `${on}.${name}`,
  )
  const told = rows.filter(({ way }) => way === 'added').map(({ api }) => api.replaceAll('`', ''))
  expect(added.toSorted()).toEqual(told.toSorted())
})
