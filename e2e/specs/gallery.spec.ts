/**
 * The gallery: each state is drawn once, then put into every look (`a11y/gallery-checks.ts`), in place, and compared with the view's
 * other states (`a11y/steady.ts`). A short sweep draws some states of each view.
 */
import { isDeepStrictEqual } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { addressOf, defaultLook, nameOf } from '../gallery/looks.ts'
import { draw, firstWord, test } from '../gallery/stage.ts'
import { walletGroups } from '../gallery/state.ts'
import type { Entry } from '../gallery/states/index.ts'
import { groups, modalViews } from '../gallery/views.ts'
import { settled } from '../screenshots/steady.ts'
import { isWholeSweep, swept } from '../setup/sweep.ts'
import { checks, type GalleryLook, galleryLooks } from './a11y/gallery-checks.ts'
import { createSteadiness } from './a11y/steady.ts'
import { apart } from './a11y/steady-exceptions.ts'

/** Views with many states, in parts: a part ends within its limit, and a retry repeats only that part. */
const partsOf: Readonly<Record<string, number>> = {
  [walletGroups.approval]: 4,
  [walletGroups.security]: 8,
}
const stateMs = 30_000

const mediaOf = ({ media, theme = defaultLook.theme }: GalleryLook) =>
  ({ forcedColors: 'none', colorScheme: theme, ...media }) as const

/** Puts the state into the look, and changes only what the look before had otherwise: there are thousands. */
async function wear(page: Page, entry: Entry, wanted: GalleryLook, before: GalleryLook | undefined): Promise<void> {
  const { viewport, text = 100, theme, direction, language } = { ...defaultLook, ...wanted }
  const look = { theme, direction, language }
  if (viewport !== before?.viewport) await page.setViewportSize(viewport)
  const media = mediaOf(wanted)
  if (!before || !isDeepStrictEqual(media, mediaOf(before))) await page.emulateMedia(media)
  const { hash } = new URL(addressOf(entry, look), page.url())
  await page.evaluate(
    async ({ fragment, size, ...worn }) => {
      const { documentElement: root } = document
      root.style.fontSize = size
      location.hash = fragment
      const isWorn = () =>
        root.dataset.theme === worn.theme && root.dir === worn.direction && root.lang === worn.language
      while (!isWorn()) await new Promise((resolve) => setTimeout(resolve))
    },
    { ...look, fragment: hash, size: `${(16 * text) / 100}px` },
  )
  await settled(page.mainFrame())
}

// A new document for every test: states that follow each other share one.
test.beforeEach(({ gallery }) => gallery.page.goto('about:blank'))

for (const group of groups) {
  const parts = partsOf[group] ?? 1
  // A screen of the wallet has its own height, and takes no press until it has stood still.
  const isModal = modalViews.some(({ name }) => name === group)
  for (let part = 0; part < parts; part++)
    test(`${group}${parts > 1 ? `, part ${part + 1} of ${parts}` : ''}: every state is whole, readable, quiet and steady in every look`, async ({
      gallery,
    }) => {
      const { page, complaints } = gallery
      const all = gallery.entries.filter(({ view }) => view === group)
      const own = swept(all, { drawn: 5, kindOf: firstWord }).filter((_, index) => index % parts === part)
      if (isWholeSweep) expect(own.length).toBeGreaterThanOrEqual(1)
      test.setTimeout(60_000 + own.length * stateMs)
      const steadiness = createSteadiness()
      for (const entry of own) {
        await draw(gallery, entry, galleryLooks[0].viewport)
        for (const [index, look] of galleryLooks.entries()) {
          await wear(page, entry, look, galleryLooks[index - 1])
          for (const { name, faults } of look.checks.filter(({ except }) => !except?.includes(group)))
            expect.soft(await faults(page.mainFrame()), `${nameOf(entry)}, ${look.name}: ${name}`).toEqual([])
          if (look.isSteady && isModal)
            expect.soft(await steadiness.compare(page.mainFrame(), entry, look.name), nameOf(entry)).toEqual([])
        }
        expect.soft(complaints.splice(0), `${nameOf(entry)}: a quiet console`).toEqual([])
      }
    })
}

test('the tests above draw every state of the gallery', ({ gallery }) => {
  expect(gallery.entries.length).toBeGreaterThan(100)
  expect(gallery.entries.filter(({ view }) => !groups.includes(view))).toEqual([])
})

test('every exception of the steady views is a state of the gallery', ({ gallery }) => {
  const all = gallery.entries.map(nameOf)
  const listed = Object.entries(apart).flatMap(([view, reasons]) =>
    Object.values(reasons).flatMap((states) => states.map((state) => nameOf({ view, state }))),
  )
  expect(listed.filter((name) => !all.includes(name))).toEqual([])
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
})

const small = 'flex: none; overflow: hidden; block-size: 20px; inline-size: 20px'

/** For each check an element with a fault, and what is found of it. */
const plants = {
  fits: { tag: 'div', style: 'position: absolute; inset: 0 -9px 0 0', text: '', found: /^html is 9 px too wide$/ },
  rules: { tag: 'button', style: '', text: '', found: /^button-name: / },
  colours: { tag: 'p', style: 'color: #888; background: #777', text: 'Hardly seen', found: /^color-contrast: / },
  whole: {
    tag: 'p',
    style: `${small}; white-space: nowrap`,
    text: 'Unspeakable',
    found: /^p “Unspeakable” is cut sideways$/,
  },
  targets: { tag: 'button', style: small, text: 'x', found: /^button “x” at / },
  fields: { tag: 'input', style: 'font-size: 15px', text: '', found: /^input “” has 15 px$/ },
  touches: { tag: 'button', style: 'touch-action: auto', text: 'Zoom', found: /^button “Zoom”$/ },
  action: {
    tag: 'button',
    style: 'position: fixed; inset-block-start: 100dvh',
    text: 'Pay',
    variant: 'primary',
    found: /^“Pay” is out of sight$/,
  },
  borders: { tag: 'button', style: 'border: 0', text: 'Bare', found: /^button “Bare”$/ },
} as const satisfies Readonly<Record<Exclude<keyof typeof checks, 'heading'>, object>>

for (const [name, { tag, style, text, found, ...data }] of Object.entries(plants))
  for (const view of ['Help', walletGroups.approval])
    test(`a fault that is planted is found: ${name}, in ${view}`, async ({ gallery }) => {
      const entry = gallery.entries.find((candidate) => candidate.view === view)
      if (!entry) throw new Error(`${view} has no state`)
      const check = checks[name as keyof typeof plants] // as: its own keys
      const frame = gallery.page.mainFrame()
      await draw(gallery, entry, galleryLooks[0].viewport)
      await wear(gallery.page, entry, galleryLooks[0], undefined)
      await frame.locator(name === 'fits' ? 'body' : 'main').evaluate(
        (place, [kind, how, words, marks]) => {
          const element = document.createElement(kind)
          element.style.cssText = how
          Object.assign(element.dataset, marks)
          element.append(words)
          place.append(element)
        },
        [tag, style, text, data] as const,
      )
      expect(await check.faults(frame)).toContainEqual(expect.stringMatching(found))
    })
