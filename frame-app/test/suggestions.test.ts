/**
 * What the views offer. Connect has what the listing suggests, also in a modal that was opened on the account and then lost it; Connect and
 * the account have what the page has not switched off.
 */
import { Provider } from 'jotai'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../src/modal/core/api/queries.ts'
import { ModalContextProvider } from '../src/modal/core/modal-context.ts'
import { dappAtom, type FrameOptions, optionsAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { watchSuggestions } from '../src/modal/features/connect/suggest-wallets.ts'
import { ConnectView } from '../src/modal/features/connect/view/ConnectView.tsx'
import { listedCountAtom } from '../src/modal/features/listing/state/listing.ts'
import { AccountTabs } from '../src/modal/home/account/AccountTabs.tsx'
import { Shortcuts } from '../src/modal/home/account/Shortcuts.tsx'
import { go } from '../src/modal/session/navigate.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { createTestConnector, createTestModal, use } from './support/modal.ts'

beforeEach(() => {
  vi.useFakeTimers()
  queries.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A wallet is connected, and the modal has been opened by a document that has not asked the listing, as after a reload. */
async function openedOnAccount() {
  const modal = createTestModal()
  const context = { ...modal.context, project: { ...modal.context.project, listingUrl: 'https://listing.example' } }
  const { connector, emit } = createTestConnector()
  use(modal.store, connector)
  await connect(context, connector.key)
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ data: [], count: 0 })
  })
  watchSuggestions(context)
  open(context)
  return {
    context,
    emit,
    view: () => modal.store.get(routeAtom)?.view,
    isAsked: () => asked.some((url) => url.startsWith('https://listing.example')),
  }
}

test('the account needs no suggestions', async () => {
  const { isAsked, view } = await openedOnAccount()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(view()).toBe('Account')
  expect(isAsked()).toBe(false)
})

test('suggestions are asked for when the wallet disconnects', async () => {
  const { emit, isAsked, view } = await openedOnAccount()
  emit({ type: 'disconnect' })
  expect(view()).toBe('Connect')
  await vi.waitFor(() => expect(isAsked()).toBe(true))
})

test('suggestions are asked for wherever another view leads to Connect', async () => {
  const { context, isAsked, view } = await openedOnAccount()
  go.reset(context, { view: 'Connect' })
  expect(view()).toBe('Connect')
  await vi.waitFor(() => expect(isAsked()).toBe(true))
})

type Switches = Partial<FrameOptions['features']>

/** The markup of a view of a connected modal, whose project offers everything, with these features of the page. */
async function createDrawn() {
  vi.stubGlobal('location', { origin: 'https://modal.example' })
  const modal = createTestModal()
  const { store } = modal
  const onramp = { checkoutOrigins: [] }
  const context = {
    ...modal.context,
    project: { ...modal.context.project, gatewayUrl: 'https://gateway.example', onramp },
  }
  const { connector } = createTestConnector()
  use(store, connector)
  await connect(context, connector.key)
  const options = store.get(optionsAtom)
  const connection = store.get(activeConnectionAtom)
  if (!options || !connection) throw new Error('not connected')
  const draw = (features: Switches, view: FunctionComponent) => {
    store.set(optionsAtom, { ...options, features: { ...options.features, ...features } })
    const inside = createElement(ModalContextProvider, { value: context }, createElement(view))
    return renderToStaticMarkup(createElement(Provider, { store }, inside))
  }
  const tabs = () => createElement(AccountTabs, { connection })
  return { store, draw, tabs }
}
const namesIn = (html: string, names: readonly string[]) =>
  names.filter((name) => html.includes(`>${name}<`)).toSorted((a, b) => html.indexOf(`>${a}<`) - html.indexOf(`>${b}<`))

test('the account has Tokens, NFTs and Activity, and no Activity where the page wants no history', async () => {
  const { draw, tabs } = await createDrawn()
  const names = ['Activity', 'NFTs', 'Tokens']
  expect(namesIn(draw({}, tabs), names)).toEqual(['Tokens', 'NFTs', 'Activity'])
  expect(namesIn(draw({ history: false }, tabs), names)).toEqual(['Tokens', 'NFTs'])
})

test('buying, swapping, receiving and sending stand in this order or that of the page, without what it has switched off', async () => {
  const { draw } = await createDrawn()
  const shown = (features: Switches) => namesIn(draw(features, Shortcuts), ['Buy', 'Receive', 'Send', 'Swap'])
  expect(shown({})).toEqual(['Buy', 'Swap', 'Receive', 'Send'])
  expect(shown({ walletFeaturesOrder: ['send', 'receive', 'onramp'] })).toEqual(['Send', 'Receive', 'Buy'])
  expect(shown({ onramp: false })).toEqual(['Swap', 'Receive', 'Send'])
  expect(shown({ swaps: false })).toEqual(['Buy', 'Receive', 'Send'])
  expect(shown({ receive: false })).toEqual(['Buy', 'Swap', 'Send'])
  expect(shown({ send: false })).toEqual(['Buy', 'Swap', 'Receive'])
})

test('the checkbox blocks every wallet before the user has agreed; without it, the terms stand at the foot', async () => {
  const { store, draw } = await createDrawn()
  store.set(dappAtom, { name: 'Shop', icons: [], termsUrl: 'https://shop.example/terms' })
  const wallet = (html: string) =>
    /<button[^>]*aria-disabled="true"[^>]*>(?:(?!<\/button>).)*Example Wallet/s.test(html)
  const plain = draw({}, ConnectView)
  expect([plain.includes('type="checkbox"'), wallet(plain)]).toEqual([false, false])
  expect(plain).toContain('https://shop.example/terms')
  const asking = draw({ legalCheckbox: true }, ConnectView)
  expect([asking.includes('type="checkbox"'), wallet(asking)]).toEqual([true, true])
})

test('the row of all wallets stands where the listing has some, and not where the page has switched it off', async () => {
  const { store, draw } = await createDrawn()
  store.set(listedCountAtom, 120)
  expect(draw({}, ConnectView)).toContain('All Wallets')
  expect(draw({ allWallets: false }, ConnectView)).not.toContain('All Wallets')
})
