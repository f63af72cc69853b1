/**
 * What the oldest supported browsers lack, taken away from every document of a current one (docs/browsers.md): everything works. Each by
 * itself: what the page says happens. What came before them taken away as well: the page is told, and so is the user.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BrowserContext, Frame } from '@playwright/test'
import { transformWithOxc } from 'vite'
import { addAuthenticator } from '../pages/authenticator.ts'
import { connected, opened } from '../pages/connected.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { skeletonOn } from '../pages/skeleton.ts'
import { walletScreenIn, walletScreenOn } from '../pages/wallet-screen.ts'
import { holdBack } from '../setup/pages.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

/** Of Chrome 110 to 122, Safari 17 to 17.5 and Firefox 116 to 147, as far as script can take it away. */
const newer = [
  'AbortSignal.any',
  'URL.canParse',
  'URL.parse',
  'Array.prototype.toSorted',
  'Array.prototype.toReversed',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Promise.withResolvers',
  'Promise.try',
  'Object.groupBy',
  'Map.groupBy',
  'Array.fromAsync',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'Set.prototype.union',
  'Set.prototype.intersection',
  'Set.prototype.difference',
  'Iterator',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  'Uint8Array.prototype.toBase64',
  'Uint8Array.prototype.toHex',
  'Navigator.prototype.userActivation',
  'Element.prototype.moveBefore',
  'Element.prototype.checkVisibility',
  'HTMLElement.prototype.showPopover',
  'Document.prototype.startViewTransition',
  'Document.prototype.featurePolicy',
  'requestIdleCallback',
  'IntersectionObserverEntry.prototype.isVisible',
  'CloseWatcher',
  'navigation',
  'scheduler',
]

/** What the supported browsers have, and others with ES2020 lack. */
const needed = [
  'Document.prototype.adoptedStyleSheets',
  'ShadowRoot.prototype.adoptedStyleSheets',
  'CSSStyleSheet',
  'HTMLElement.prototype.inert',
  'Object.hasOwn',
  'String.prototype.replaceAll',
  'Array.prototype.at',
  'Promise.any',
  'structuredClone',
  'AbortSignal.timeout',
  'crypto.randomUUID',
  'BroadcastChannel',
]

const withoutApis = (context: BrowserContext, names: readonly string[]) =>
  context.addInitScript((all) => {
    for (const name of all) {
      const path = name.split('.')
      const key = path.pop() ?? ''
      let holder: unknown = globalThis
      for (const part of path) holder = Reflect.get(Object(holder), part)
      let at = Object(holder) as object | null // as: an object or nothing
      while (at && !Reflect.getOwnPropertyDescriptor(at, key)) at = Reflect.getPrototypeOf(at)
      if (at) Reflect.deleteProperty(at, key)
      if (key in Object(holder)) throw new Error(`${name} is still there`)
    }
  }, names)

test('a wallet connects in the oldest supported browsers, and a user signs up by email', async ({ parts }) => {
  const { context, host, page, world } = parts
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  await withoutApis(context, newer)
  await host.open()
  const { dapp } = await connected(parts, 'Rabbit')
  await dapp.expectStatus('connected')
  await host.open()
  const { dapp: other, modal } = await opened({ host, page, world }, world.embedded)
  await signInByMail(modal, mailboxOf(context, world, 'older'))
  await other.expectStatus('connected')
  expect(uncaught).toEqual([])
})

test('the card says in older ones that the browser is too old', async ({ parts }) => {
  const { context, host, page } = parts
  await withoutApis(context, [...newer, ...needed])
  await host.open()
  await host.create()
  await host.connect()
  await skeletonOn(page).expectReason('BROWSER_TOO_OLD')
})

test('the SDK as it is served is in the language of ES2020', { tag: '@gate' }, async () => {
  const folders = ['sdk', 'tag'].map((name) => resolve(import.meta.dirname, '../../dist', name))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => resolve(folder, file)),
  )
  expect(files.length).toBeGreaterThan(20)
  const written = async (code: string, target: string) =>
    (await transformWithOxc(code, 'file.js', { target, sourcemap: false })).code
  const isOld = async (code: string) => (await written(code, 'es2020')) === (await written(code, 'esnext'))
  for (const file of files) expect(await isOld(readFileSync(file, 'utf8')), file).toBe(true)
  for (const newer of ['a ||= b', 'class A { b = 1 }', 'class A { static { a() } }', 'class A { #b() {} }'])
    expect(await isOld(newer), newer).toBe(false)
})

test('a frame that does not tell what it may do makes passkeys in the wallet’s own window', async ({ parts }) => {
  const { context, host, page, world } = parts
  await withoutApis(context, ['Document.prototype.featurePolicy'])
  await addAuthenticator(page)
  await host.open()
  const { dapp, modal } = await opened(parts, world.embedded)
  await signInByMail(modal, mailboxOf(context, world, 'untold'))
  const screen = await walletScreenOn(page, world)
  await expect(screen.title).toHaveText('Your wallet is ready')
  const opening = context.waitForEvent('page')
  await screen.button('Add a passkey').click()
  const popup = await opening
  await addAuthenticator(popup)
  const there = walletScreenIn(popup)
  await there.button('Add a passkey').click()
  await expect(screen.title).toHaveText('Your passkey is set up')
  // The click closes the window, which may be gone before the click is reported.
  await Promise.allSettled([there.button('Done').click()])
  await dapp.expectStatus('connected')
})

test('without `requestIdleCallback` the likely views load soon after the first one', async ({ parts }) => {
  const { context, host } = parts
  await withoutApis(context, ['requestIdleCallback'])
  await host.open()
  const { modal } = await opened(parts)
  await modal.expectView('Connect Wallet')
  const loaded = () =>
    modal.frame.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  await expect
    .poll(loaded)
    .toEqual(
      expect.arrayContaining([expect.stringMatching(/AccountView/), expect.stringMatching(/ConnectingExternal/)]),
    )
})

test.describe('motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('without `checkVisibility` the card ends with the height of its view, also when it is drawn again', async ({
    parts,
  }) => {
    const { context, host, page } = parts
    await withoutApis(context, ['Element.prototype.checkVisibility'])
    await host.open()
    const { dapp, modal } = await opened(parts)
    const expectWhole = async () => {
      await expect(modal.frame.locator('[data-resizing]')).toHaveCount(0)
      const cut = () =>
        modal.frame.evaluate(() => {
          const main = document.querySelector('main')
          return main ? main.scrollHeight - main.clientHeight : undefined
        })
      await expect.poll(cut).toBe(0)
    }
    await expectWhole()
    await modal.button('Help').click()
    await expect(modal.button('Get a wallet')).toBeVisible()
    await expectWhole()
    await modal.close.click()
    await dapp.expectClosed()
    await host.connect()
    await modal.expectView('Connect Wallet')
    await expectWhole()
    expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('hidden')
  })
})

/** Reads the sheets of a document again, as an engine does that does not know the form. */
const readWithout = (frame: Frame, form: string) =>
  frame.evaluate((source) => {
    const form = new RegExp(source)
    const read = (holder: CSSStyleSheet | CSSGroupingRule) => {
      for (let at = holder.cssRules.length - 1; at >= 0; at -= 1) {
        const rule = holder.cssRules[at]
        if (rule instanceof CSSSupportsRule && form.test(rule.conditionText)) {
          const inner = rule.conditionText.startsWith('not') ? Array.from(rule.cssRules, ({ cssText }) => cssText) : []
          holder.deleteRule(at)
          for (const text of inner.toReversed()) holder.insertRule(text, at)
        } else if (rule instanceof CSSStyleRule) {
          if (form.test(rule.selectorText)) holder.deleteRule(at)
          else
            for (const name of Array.from(rule.style))
              if (form.test(`${name}: ${rule.style.getPropertyValue(name)}`)) rule.style.removeProperty(name)
        } else if (rule instanceof CSSGroupingRule) read(rule)
      }
    }
    for (const sheet of document.styleSheets) read(sheet)
  }, form)

test('without `:has()` a field shows its focus', async ({ parts }) => {
  const { modal } = await opened(parts, parts.world.embedded)
  const field = modal.frame.getByRole('textbox', { name: 'Email' })
  const box = field.locator('xpath=..')
  await field.focus()
  await expect(box).toHaveCSS('outline-style', 'solid')
  await field.blur()
  await readWithout(modal.frame, ':has\\(')
  await expect(box).toHaveCSS('outline-style', 'none')
  await field.focus()
  await expect(box).toHaveCSS('outline-style', 'solid')
})

test('without `oklch()` letters in place of a picture stand on a colour of `hsl()`', async ({ parts }) => {
  await parts.page.route(/\/images\//, (route) => route.abort())
  const { modal } = await opened(parts)
  const letters = await modal.frame.evaluateHandle(() => {
    const isTheirs = (rule: CSSRule) => rule instanceof CSSStyleRule && rule.style.background.includes('hsl(var(--hue)')
    const rule = Array.from(document.styleSheets, ({ cssRules }) => Array.from(cssRules))
      .flat()
      .find(isTheirs)
    if (!(rule instanceof CSSStyleRule)) throw new Error('There is no rule for letters')
    const letters = document.createElement('span')
    letters.className = rule.selectorText.slice(1)
    letters.style.setProperty('--hue', '200')
    document.body.append(letters)
    return letters
  })
  const colour = () => letters.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colour()).toMatch(/^oklch\(/)
  await readWithout(modal.frame, 'oklch\\(')
  expect(await colour()).toMatch(/^rgb\(/)
})

test('without `text-wrap: balance` the lines of a title break where they are full', async ({ parts }) => {
  const { modal } = await opened(parts)
  await expect(modal.title).toHaveCSS('text-wrap', 'balance')
  await readWithout(modal.frame, 'text-wrap')
  await expect(modal.title).toHaveCSS('text-wrap', 'wrap')
  expect(await modal.title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('without `scroll-state` the line above a footer is always drawn', async ({ parts }) => {
  const { modal } = await opened(parts)
  await modal.button('Get started').click()
  await modal.button('Get a wallet').click()
  const lines = () =>
    modal.frame.evaluate(() =>
      Array.from(document.querySelectorAll('main div'))
        .filter((element) => getComputedStyle(element).position === 'sticky')
        .map((footer) => getComputedStyle(footer, '::before').opacity),
    )
  await expect.poll(lines).toEqual(['0'])
  await readWithout(modal.frame, 'scroll-state')
  expect(await lines()).toEqual(['1'])
})

test('without `light-dark()` the card that waits for the frame has the colours of the system', async ({ parts }) => {
  const { context, host, page, world } = parts
  await page.emulateMedia({ colorScheme: 'dark' })
  await context.addInitScript(() => {
    const { replaceSync } = CSSStyleSheet.prototype
    CSSStyleSheet.prototype.replaceSync = function replace(text) {
      replaceSync.call(this, text.replaceAll(/[\w-]+:light-dark\([^)]*\);?/g, ''))
    }
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function attach(init) {
      const root = attachShadow.call(this, init)
      Object.assign(window, { lastRoot: root })
      return root
    }
  })
  const release = await holdBack(page, new RegExp(`^${world.origins.modal}/`))
  await host.open()
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'))
  await host.create()
  await host.connect()
  const colours = () =>
    page.evaluate(() => {
      const root: unknown = Reflect.get(window, 'lastRoot')
      const card = root instanceof ShadowRoot ? root.querySelector('section') : null
      if (!card) return undefined
      const system = document.createElement('div')
      system.style.cssText = 'background: Canvas; color: CanvasText'
      card.append(system)
      const [its, theirs] = [getComputedStyle(card), getComputedStyle(system)]
      const seen = [its.backgroundColor === theirs.backgroundColor, its.color === theirs.color]
      system.remove()
      return seen
    })
  await expect.poll(colours).toEqual([true, true])
  release()
})

test('without `scrollbar-gutter` the page does not scroll behind the modal, and has its style back', async ({
  parts,
}) => {
  const { context, host, page } = parts
  await context.addInitScript(() => {
    const { setProperty } = CSSStyleDeclaration.prototype
    CSSStyleDeclaration.prototype.setProperty = function set(name, ...value) {
      if (name !== 'scrollbar-gutter') setProperty.call(this, name, ...value)
    }
  })
  await host.open()
  const { dapp, modal } = await opened(parts)
  const style = () => page.evaluate(() => document.documentElement.getAttribute('style'))
  expect(await style()).toBe('overflow: hidden;')
  await modal.close.click()
  await dapp.expectClosed()
  expect(await style()).toBeNull()
})
