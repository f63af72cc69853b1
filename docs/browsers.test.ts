/**
 * The list of browsers is that of the build, newer functions of the platform are used only where browsers.md says what happens without them,
 * and what it says is tested: with the function taken away, and in an engine that lacks it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Journey, journeys } from '../e2e/engines/journeys.ts'
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
  ['`scroll-state`', /scroll-state/],
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

/** Which engine lacks it here, by its journeys; or why none does. */
type Lacking = { readonly webkit?: readonly string[]; readonly firefox?: readonly string[] } | string
interface Proof {
  /** Tests that take it away: file › title, or a part of it. */
  readonly taken: readonly string[]
  readonly lacking: Lacking
}

const olderSpec = 'e2e/specs/older-browsers.spec.ts'
const degraded = 'e2e/specs/degraded-browser.spec.ts'
const added = (name: string): Proof => ({
  taken: [
    `docs/browsers.test.ts › the added functions`,
    `${olderSpec} › a wallet connects in the oldest supported browsers`,
  ],
  lacking: `The engines here have ${name}.`,
})
const all = 'The engines here have it.'

const proofs: Readonly<Record<string, Proof>> = {
  'a press that crosses a message port': {
    taken: ['host-sdk/test/press-round.test.ts › is there for work that comes up to 0.9 s later'],
    lacking: { webkit: ['connect', 'send', 'explorer', 'buy'] },
  },
  '`navigator.userActivation`': {
    taken: [
      'host-sdk/test/links.test.ts › opens windows and nothing else in a browser that does not say',
      'host-sdk/test/login-return.test.ts › goes nowhere in a browser that does not say',
    ],
    lacking: all,
  },
  '`ancestorOrigins`': {
    taken: [
      'frame-app/src/modal/host/embedder.test.ts › the referrer decides, exactly, if there are no ancestorOrigins',
      'frame-app/src/wallet/boot/surroundings.test.ts › in a browser that hides its ancestors',
      'frame-app/test/email-login.test.ts › a browser that does not tell where a document is embedded',
      'frame-app/test/social-login.test.ts › a browser that does not tell where a document is embedded',
    ],
    lacking: all,
  },
  'storage in a frame that outlives the browser': {
    taken: [`${degraded} › a browser that forgets the wallet says so`],
    lacking: { webkit: ['restart-email'] },
  },
  'storage in a frame at all': {
    taken: [
      `${degraded} › a browser that blocks the storage of the wallet says so`,
      `${degraded} › a wallet connects in a browser without storage`,
    ],
    lacking: { firefox: ['blocked-storage'] },
  },
  'IntersectionObserver v2 (`trackVisibility`)': {
    taken: ['e2e/specs/approve-gate.spec.ts › a browser without version 2 of the observer'],
    lacking: { webkit: ['why-window', 'approve'], firefox: ['why-window', 'approve'] },
  },
  '`document.featurePolicy`': {
    taken: [`${olderSpec} › a frame that does not tell what it may do makes passkeys`],
    lacking: { firefox: ['passkey'] },
  },
  'WebAuthn in a cross-origin frame': {
    taken: [
      'e2e/specs/passkey-window.spec.ts › the passkey is offered in the modal, and made in the wallet’s own window',
    ],
    lacking: { firefox: ['passkey'] },
  },
  'WebAuthn with PRF': {
    taken: ['e2e/specs/wallet-security.spec.ts › an authenticator that cannot keep a secret is refused'],
    lacking: { webkit: ['no-passkey'] },
  },
  'Trusted Types': {
    taken: ['frame-app/src/wallet/custody/worker-script.test.ts › a browser without Trusted Types'],
    lacking: all,
  },
  '`integrity` in import maps': {
    taken: ["e2e/matrix/policies.ts › 'parts-blocked'", "e2e/matrix/policies.ts › 'hash-strict-dynamic'"],
    lacking: all,
  },
  '`moveBefore`': {
    taken: ['e2e/specs/embed.spec.ts › a browser without `moveBefore` loads the frame again'],
    lacking: { webkit: ['embed'], firefox: ['embed'] },
  },
  '`requestIdleCallback`': {
    taken: [`${olderSpec} › without \`requestIdleCallback\``],
    lacking: { webkit: ['open'] },
  },
  '`checkVisibility`': { taken: [`${olderSpec} › without \`checkVisibility\``], lacking: all },
  '`AbortSignal.any`': added('it'),
  '`URL.canParse`': added('it'),
  '`toSorted`': added('it'),
  '`toReversed`': added('it'),
  '`toSpliced`': added('it'),
  '`:has()`': { taken: [`${olderSpec} › without \`:has()\``], lacking: all },
  '`oklch()`': { taken: [`${olderSpec} › without \`oklch()\``], lacking: all },
  '`light-dark()`': { taken: [`${olderSpec} › without \`light-dark()\``], lacking: all },
  '`scrollbar-gutter`': { taken: [`${olderSpec} › without \`scrollbar-gutter\``], lacking: all },
  '`text-wrap: balance`': { taken: [`${olderSpec} › without \`text-wrap: balance\``], lacking: all },
  '`scroll-state`': {
    taken: [`${olderSpec} › without \`scroll-state\``],
    lacking: { webkit: ['phone'], firefox: ['phone'] },
  },
}

describe('each row of the table', () => {
  test('has its tests', () => {
    expect(Object.keys(proofs).toSorted()).toEqual(rows.map(({ api }) => api).toSorted())
  })

  test.each(Object.entries(proofs))('%s', (api, { taken, lacking }) => {
    for (const one of taken) {
      const [file = '', title = ''] = one.split(' › ')
      const lines = readFileSync(resolve(root, file), 'utf8').split('\n')
      expect(
        lines.filter((line) => line.includes(title) && !/^\s*(\/\/|\*|\/\*)/.test(line)).length,
        one,
      ).toBeGreaterThan(0)
    }
    const [, safari, firefox] = rows.find((row) => row.api === api)?.versions ?? []
    const of = typeof lacking === 'string' ? {} : lacking
    for (const [engine, version] of [
      ['webkit', safari],
      ['firefox', firefox],
    ] as const) {
      if (version === '–')
        expect(of[engine] ?? [engineless[`${api} ${engine}`] ?? ''], `${api} in ${engine}`).not.toEqual([''])
      for (const name of of[engine] ?? []) {
        const journey = (journeys as Readonly<Record<string, Journey>>)[name]
        expect(journey, name).toBeDefined()
        expect(journey?.notIn?.[engine], `${name} in ${engine}`).toBeUndefined()
      }
    }
  })
})

/** The dashes of the table that no engine here can show, and why. */
const engineless: Readonly<Record<string, string>> = {
  '`document.featurePolicy` webkit': 'WebKitGTK has no WebAuthn.',
  'WebAuthn in a cross-origin frame webkit': 'WebKitGTK has no WebAuthn.',
}

describe('the added functions', () => {
  const holders = {
    AbortSignal: [AbortSignal, 'any'],
    URL: [URL, 'canParse'],
    toSorted: [Array.prototype, 'toSorted'],
    toReversed: [Array.prototype, 'toReversed'],
    toSpliced: [Array.prototype, 'toSpliced'],
  } as const
  const own = Object.values(holders).map(([on, name]) => [on, name, Object.getOwnPropertyDescriptor(on, name)] as const)
  afterEach(() => {
    for (const [on, name, descriptor] of own) if (descriptor) Object.defineProperty(on, name, descriptor)
    vi.resetModules()
  })
  /** What the work gives with the browser's own function, and with the one that is added in its place. */
  async function both(work: () => unknown): Promise<readonly [unknown, unknown]> {
    const native = work()
    for (const [on, name] of own) Reflect.deleteProperty(on, name)
    await import('../frame-app/src/shared/boot/older-browsers.ts')
    for (const [on, name, descriptor] of own) expect(Reflect.get(on, name)).not.toBe(descriptor?.value)
    return [native, work()]
  }

  test.each([
    [
      'toSorted',
      () => [[3, 1, 2].toSorted(), [10, 9, 1].toSorted(), [1, 2, 3].toSorted((a, b) => b - a), [].toSorted()],
    ],
    ['toReversed', () => [[1, 2, 3].toReversed(), [].toReversed()]],
    [
      'toSpliced',
      () => [
        [1, 2, 3].toSpliced(1, 1),
        [1, 2, 3].toSpliced(-1, 1, 7, 8),
        [1, 2, 3].toSpliced(1),
        [1, 2, 3].toSpliced(0, 0, 9),
        [1, 2, 3].toSpliced(9, 9),
      ],
    ],
    [
      'canParse',
      () =>
        ['https://a.example', 'a', '', 'wc:1', 'http://', 'https://a b', '/x'].map((url) => [
          URL.canParse(url),
          URL.canParse(url, 'https://a.example'),
        ]),
    ],
  ])('%s gives what the browser’s own gives', async (_, work) => {
    const [native, ours] = await both(work)
    expect(ours).toEqual(native)
  })

  test('an array keeps its order', async () => {
    const [native, ours] = await both(() => {
      const kept = [2, 1, 3]
      kept.toSorted()
      kept.toReversed()
      kept.toSpliced(0, 1)
      return kept
    })
    expect([native, ours]).toEqual([
      [2, 1, 3],
      [2, 1, 3],
    ])
  })

  test('any is aborted by each of its signals, with its reason and once, also by one that is aborted already', async () => {
    const [native, ours] = await both(() => {
      const [one, other] = [new AbortController(), new AbortController()]
      const any = AbortSignal.any([one.signal, other.signal])
      let times = 0
      any.addEventListener('abort', () => {
        times += 1
      })
      const before = any.aborted
      other.abort('other')
      one.abort('one')
      const late = AbortSignal.any([one.signal, new AbortController().signal])
      return [before, any.aborted, any.reason, times, late.aborted, late.reason, AbortSignal.any([]).aborted]
    })
    expect(ours).toEqual(native)
    expect(native).toEqual([false, true, 'other', 1, true, 'one', false])
  })
})
