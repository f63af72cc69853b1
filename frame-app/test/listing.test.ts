/** Asking the listing: how often, for what, and what becomes of an answer that is late, wrong or without end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readListedWallet } from '../src/modal/core/api/listed-wallet.ts'
import { queries } from '../src/modal/core/api/queries.ts'
import { loadNextPage, loadSuggestions, searchWallets } from '../src/modal/features/listing/listing.ts'
import {
  allWalletsAtom,
  listedCountAtom,
  suggestionsAtom,
  walletImagesAtom,
  walletSearchAtom,
} from '../src/modal/features/listing/state/listing.ts'
import { loadWalletImages } from '../src/modal/features/listing/wallet-images.ts'
import { recentWalletsAtom } from '../src/modal/session/state/connectors.ts'
import { createTestModal } from './support/modal.ts'

const total = 95
const entry = (index: number) => ({
  id: `w${index}`,
  name: `Wallet ${index}`,
  image_id: `i${index}`,
  chains: ['eip155:1'],
  mobile_link: 'w://',
})

/** A listing of 95 wallets that follows the hosted one's rules for paging, include and exclude. */
function createListing() {
  const asked: URL[] = []
  const state = { isDown: false, hold: undefined as Promise<void> | undefined }
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const url = new URL(address)
    asked.push(url)
    await state.hold
    if (signal.aborted) throw new Error('aborted')
    if (state.isDown) return new Response('', { status: 503 })
    if (url.pathname !== '/getWallets')
      return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/svg+xml' } })
    const of = (key: string) => url.searchParams.get(key)?.split(',')
    const [page, entries] = [Number(of('page')), Number(of('entries'))]
    const fitting = Array.from({ length: total }, (_, index) => entry(index)).filter(
      ({ id, name }) =>
        (of('include')?.includes(id) ?? true) &&
        !of('exclude')?.includes(id) &&
        name.includes(url.searchParams.get('search') ?? ''),
    )
    return Response.json({ count: fitting.length, data: fitting.slice((page - 1) * entries, page * entries) })
  })
  const paths = (path: string) => asked.filter(({ pathname }) => pathname.startsWith(path))
  return { asked, state, lists: () => paths('/getWallets'), images: () => paths('/getWalletImage') }
}

function createListedModal(options: Parameters<typeof createTestModal>[0] = {}) {
  const modal = createTestModal(options)
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'desktop' })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:modal/${made++}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  return {
    ...modal,
    context: { ...modal.context, project: { ...modal.context.project, listingUrl: 'https://api.example' } },
  }
}

beforeEach(() => queries.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const { signal } = new AbortController()

test('an opening asks once for what it suggests, however often it is opened', async () => {
  const listing = createListing()
  const { context, store } = createListedModal({ featuredWalletIds: ['w7', 'w3'], excludeWalletIds: ['w1'] })
  await Promise.all([loadSuggestions(context), loadSuggestions(context)])
  await loadSuggestions(context)
  const params = listing.lists().map(({ searchParams }) => Object.fromEntries(searchParams))
  const common = { projectId: 'test', st: 'appkit', sv: 'html-universal-0.0.0', page: '1' }
  expect(params).toEqual([
    { ...common, entries: '2', include: 'w7,w3' },
    { ...common, entries: '1', include: 'w1' },
    { ...common, entries: '4', chains: 'eip155:1,eip155:10', exclude: 'w1,w7,w3' },
  ])
  expect(store.get(suggestionsAtom).recommended.map(({ id }) => id)).toEqual(['w0', 'w2', 'w4', 'w5'])
  expect(store.get(suggestionsAtom).excluded.map(({ id }) => id)).toEqual(['w1'])
  expect(store.get(listedCountAtom)).toBe(total - 3)
})

test('no listing in the project record: nothing is asked', async () => {
  const listing = createListing()
  const { context, store } = createTestModal()
  await loadSuggestions(context)
  await loadNextPage(context)
  await searchWallets(context, 'x', { signal })
  expect(listing.asked).toEqual([])
  expect(store.get(allWalletsAtom)).toMatchObject({ status: 'ready', isComplete: true })
})

test('pages load once each, in order, until all are there', async () => {
  const listing = createListing()
  const { context, store } = createListedModal()
  await loadSuggestions(context)
  for (let call = 0; call < 6; call += 1) await Promise.all([loadNextPage(context), loadNextPage(context)])
  const pages = listing.lists().slice(1)
  expect(pages.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2', '3'])
  expect(new Set(pages.map(({ searchParams }) => searchParams.get('entries')))).toEqual(new Set(['40']))
  expect(new Set(pages.map(({ searchParams }) => searchParams.get('exclude')))).toEqual(new Set(['w0,w1,w2,w3']))
  const { wallets, isComplete, status } = store.get(allWalletsAtom)
  expect([wallets.length, new Set(wallets.map(({ id }) => id)).size, isComplete, status]).toEqual([
    total,
    total,
    true,
    'ready',
  ])
})

test('the picture of a wallet that was paired before is asked for at once, whatever the listing says', async () => {
  const listing = createListing()
  listing.state.isDown = true
  const { context, store } = createListedModal()
  const kept = [
    { id: 'w9', name: 'Wallet 9', listing: entry(9) },
    { id: 'w8', name: 'Wallet 8', listing: 'junk' },
  ]
  store.set(recentWalletsAtom, kept)
  const asking = loadSuggestions(context)
  expect(listing.images().map(({ pathname }) => pathname)).toEqual(['/getWalletImage/i9'])
  await asking
})

test('the first twenty pictures are fetched ahead, six at a time, each once', async () => {
  const listing = createListing()
  const { context, store } = createListedModal()
  await loadNextPage(context)
  await vi.waitFor(() => expect(Object.keys(store.get(walletImagesAtom))).toHaveLength(20), 15_000)
  expect(listing.images().map(({ pathname }) => pathname)).toEqual(
    Array.from({ length: 20 }, (_, index) => `/getWalletImage/i${index}`),
  )
  await loadWalletImages(context, store.get(allWalletsAtom).wallets.slice(0, 25))
  expect(listing.images()).toHaveLength(25)
  let release = () => {}
  listing.state.hold = new Promise((resolve) => {
    release = resolve
  })
  const rest = loadWalletImages(context, store.get(allWalletsAtom).wallets)
  expect(listing.images()).toHaveLength(31)
  release()
  await rest
  expect(listing.images()).toHaveLength(40)
})

test('pictures take a bounded amount of memory, and one that fails is not asked for again', async () => {
  const listing = createListing()
  const { context, store } = createListedModal()
  await loadWalletImages(
    context,
    Array.from({ length: 350 }, (_, index) => ({ imageId: `i${index}` })),
  )
  expect(Object.keys(store.get(walletImagesAtom))).toHaveLength(300)
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(50)
  listing.state.isDown = true
  await loadWalletImages(context, [{ imageId: 'gone' }])
  await loadWalletImages(context, [{ imageId: 'gone' }])
  expect(listing.images().filter(({ pathname }) => pathname.endsWith('/gone'))).toHaveLength(1)
})

test('a page that fails can be asked for again, and says whether it is the line', async () => {
  const listing = createListing()
  const { context, store } = createListedModal()
  listing.state.isDown = true
  await loadNextPage(context)
  expect(store.get(allWalletsAtom)).toMatchObject({ status: 'failed', page: 0, wallets: [] })
  vi.stubGlobal('navigator', { onLine: false, userAgent: 'desktop' })
  await loadNextPage(context)
  expect(store.get(allWalletsAtom).status).toBe('offline')
  listing.state.isDown = false
  await loadNextPage(context)
  expect(store.get(allWalletsAtom)).toMatchObject({ status: 'ready', page: 1 })
  expect(store.get(allWalletsAtom).wallets).toHaveLength(40)
})

test('a listing that promises ten thousand and has nothing is not asked for ever', async () => {
  const { context, store } = createListedModal()
  const fetched = vi.fn(() => Promise.resolve(Response.json({ count: 10_000, data: [] })))
  vi.stubGlobal('fetch', fetched)
  for (let call = 0; call < 5; call += 1) await loadNextPage(context)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(store.get(allWalletsAtom).isComplete).toBe(true)
})

test.each([
  'abandon ability able about above absent absorb abstract absurd abuse access accident',
  `0x${'ab'.repeat(32)}`,
  '4111 1111 1111 1111',
  '+44 20 7946 0958',
])('a search that is no name stays on the device, and only its length is counted: %s [C64]', async (secret) => {
  vi.useFakeTimers()
  const listing = createListing()
  const { context, store, told } = createListedModal()
  for (const isCertified of [false, true]) {
    const search = searchWallets(context, ` ${secret} `, { signal, isCertified })
    await vi.advanceTimersByTimeAsync(300)
    await search
    expect(store.get(walletSearchAtom)).toEqual({ status: 'ready', query: secret, wallets: [] })
  }
  expect(listing.lists()).toEqual([])
  const events = told.filter(({ type }) => type === 'EVENT').map(({ payload }) => payload)
  expect(events).toMatchObject([
    { name: 'SEARCH_WALLET', props: { badge: '', searchLength: secret.length } },
    { name: 'SEARCH_WALLET', props: { badge: 'certified', searchLength: secret.length } },
  ])
  expect(JSON.stringify(told)).not.toContain(secret.slice(0, 8))
})

test('a search that stays on the device still finds what has been loaded', async () => {
  vi.useFakeTimers()
  const listing = createListing()
  const { context, store } = createListedModal()
  const first = readListedWallet({ ...entry(1), name: 'A Wallet With Four Words' })
  if (!first) throw new Error('no wallet')
  store.set(allWalletsAtom, { status: 'ready', wallets: [first], page: 1, isComplete: true })
  const search = searchWallets(context, 'wallet with four words', { signal })
  await vi.advanceTimersByTimeAsync(300)
  await search
  expect(store.get(walletSearchAtom).wallets).toEqual([first])
  expect(listing.lists()).toEqual([])
})

test('a search waits for a pause of 300 ms, the latest one wins, and a short one goes back to the list', async () => {
  vi.useFakeTimers()
  const listing = createListing()
  const { context, store, told } = createListedModal({ excludeWalletIds: ['w9'] })
  const [first, second] = [new AbortController(), new AbortController()]
  const one = searchWallets(context, ' Wallet 8 ', { signal: first.signal })
  first.abort()
  const two = searchWallets(context, 'Wallet 9', { signal: second.signal })
  await vi.advanceTimersByTimeAsync(299)
  expect(listing.lists()).toEqual([])
  expect(store.get(walletSearchAtom)).toMatchObject({ status: 'loading', query: 'Wallet 9' })
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([one, two])
  expect(store.get(walletSearchAtom)).toMatchObject({ status: 'ready', query: 'Wallet 9' })
  expect(store.get(walletSearchAtom).wallets.map(({ id }) => id)).toEqual(['w90', 'w91', 'w92', 'w93', 'w94'])
  expect(Object.fromEntries(listing.lists().at(-1)?.searchParams ?? [])).toMatchObject({
    entries: '100',
    search: 'Wallet 9',
    exclude: 'w9',
  })
  expect(told.filter(({ type }) => type === 'EVENT').map(({ payload }) => payload)).toMatchObject([
    { name: 'SEARCH_WALLET', props: { badge: '', searchLength: 8 } },
  ])
  await searchWallets(context, ' W ', { signal: second.signal })
  expect(store.get(walletSearchAtom)).toEqual({ status: 'idle', query: '', wallets: [] })
})
