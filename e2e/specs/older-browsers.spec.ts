/**
 * What the oldest supported browsers lack, taken away from every document of a current one (docs/browsers.md): everything works. What came
 * before them taken away as well: the page is told, and so is the user.
 */
import type { BrowserContext } from '@playwright/test'
import { connected, opened } from '../pages/connected.ts'
import { mailboxOf, signInByMail } from '../pages/mailbox.ts'
import { skeletonOn } from '../pages/skeleton.ts'
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
