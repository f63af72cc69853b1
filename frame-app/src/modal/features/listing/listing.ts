/**
 * Queries the wallet listing: suggestions on opening, pages while scrolling, a search while typing. Each query is sent
 * once (`core/api/queries.ts`); outdated answers are ignored. Loaded when it is first needed.
 */
import { atom } from 'jotai'
import { statusOf } from '../../../shared/http/bounded.ts'
import { type ListedWallet, readListedWallet } from '../../core/api/listed-wallet.ts'
import { fetchWallets, type WalletsPage, type WalletsQuery } from '../../core/api/listing.ts'
import { listingOf } from '../../core/api/project-gateway.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { isMobile } from '../../core/device.ts'
import { optionsAtom } from '../../core/options.ts'
import { track, warn } from '../../session/notify.ts'
import { moreRowsAtom, recentWalletsAtom } from '../../session/state/connectors.ts'
import { offeredNetworksAtom } from '../../session/state/network.ts'
import { suggestedRowsAtom } from '../connect/state/suggested-rows.ts'
import { loadNetworkImages } from './network-images.ts'
import {
  allWalletsAtom,
  emptyList,
  type ListStatus,
  listedCountAtom,
  noSearch,
  suggestionsAtom,
  walletSearchAtom,
} from './state/listing.ts'
import { appendPage, counts, isUsable, type Place } from './state/wallet-rules.ts'
import { loadWalletImages } from './wallet-images.ts'
import { isWalletName } from './wallet-search.ts'

/** At least the cache lifetime that the hosted listing declares. */
const staleTime = 2 * 60 * 60_000

/** Loads suggestions for the connect view. Nothing waits for them; on a failure they are omitted. */
export async function loadSuggestions(context: ModalContext): Promise<void> {
  const { store } = context
  const options = store.get(optionsAtom)
  if (!options || !listingOf(context)) return
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = options
  forgetOtherChains(context)
  context.scope.run(loadNetworkImages(context))
  const before = store.get(recentWalletsAtom)
  const displayed = before.flatMap(({ listing }) => readListedWallet(listing) ?? [])
  context.scope.run(loadWalletImages(context, displayed))
  const byId = (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve(nothing)
      : ask(context, { page: 1, entries: Math.min(ids.length, counts.search), include: ids }).catch(() => nothing)
  const [featured, excluded, recommended] = await Promise.all([
    byId(featuredWalletIds),
    byId(excludeWalletIds),
    ask(context, {
      page: 1,
      entries: counts.recommended,
      chains: chainsOf(context),
      include: includeWalletIds,
      exclude: [...excludeWalletIds, ...featuredWalletIds],
    }).catch(() => nothing),
  ])
  const usable = isUsable(placeOf(context))
  store.set(suggestionsAtom, {
    featured: featured.wallets.filter(usable),
    recommended: recommended.wallets.filter(usable),
    excluded: excluded.wallets,
  })
  store.set(moreRowsAtom, suggestedRowsAtom)
  grow(context, recommended.count)
  const recents = new Set(before.map(({ id }) => id))
  const others = [...featured.wallets, ...recommended.wallets].filter(({ id }) => !recents.has(id))
  context.scope.run(loadWalletImages(context, others))
}

/** Clears the list if the offered networks have changed. */
function forgetOtherChains(context: ModalContext): void {
  const { store } = context
  const chains = String(chainsOf(context))
  if ((store.get(listedForAtom) ?? chains) !== chains) {
    store.set(allWalletsAtom, emptyList)
    store.set(listedCountAtom, 0)
  }
  store.set(listedForAtom, chains)
}
const listedForAtom = atom<string | undefined>(undefined)

const nothing: WalletsPage = { wallets: [], count: 0 }

/** Loads the next page of the list, if there is one; one at a time. */
export async function loadNextPage(context: ModalContext): Promise<void> {
  const { store } = context
  const options = store.get(optionsAtom)
  const before = store.get(allWalletsAtom)
  if (!options || before.status === 'loading' || before.isComplete) return
  if (!listingOf(context)) return store.set(allWalletsAtom, { ...before, status: 'ready', isComplete: true })
  store.set(allWalletsAtom, { ...before, status: 'loading' })
  const { featured, recommended } = store.get(suggestionsAtom)
  const page = before.page + 1
  try {
    const shown = [...featured, ...recommended]
    const { wallets, count } = await ask(context, {
      page,
      entries: counts.page,
      chains: chainsOf(context),
      include: options.includeWalletIds,
      exclude: [...new Set([...shown.map(({ id }) => id), ...options.excludeWalletIds])],
    })
    grow(context, count)
    const usable = wallets.filter(isUsable(placeOf(context)))
    store.set(allWalletsAtom, {
      status: 'ready',
      // The suggestions were excluded from the query, so they come first.
      wallets: appendPage(before.page === 0 ? shown : before.wallets, usable),
      page,
      // Counted by pages, not by kept entries: otherwise a listing that promises more than it has would be queried forever.
      isComplete: wallets.length === 0 || page * counts.page >= count,
    })
    if (page === 1)
      context.scope.run(loadWalletImages(context, [...shown, ...usable].slice(0, counts.prefetchedImages)))
  } catch {
    store.set(allWalletsAtom, { ...before, status: failure() })
  }
}

/**
 * Searches after a pause of 300 ms in typing; only the latest search counts, and a text that is too short shows the list again. The
 * previous results stay visible meanwhile. A text that cannot be a wallet's name is looked up in the loaded wallets.
 */
export async function searchWallets(
  context: ModalContext,
  text: string,
  { isCertified = false, signal }: { isCertified?: boolean; signal: AbortSignal },
): Promise<void> {
  const { store } = context
  const query = text.trim().slice(0, 100)
  const options = store.get(optionsAtom)
  if (!options || (query.length < shortestSearch && !isCertified)) return store.set(walletSearchAtom, noSearch)
  if (!listingOf(context)) return store.set(walletSearchAtom, { status: 'ready', query, wallets: [] })
  const before = store.get(walletSearchAtom)
  const { wallets: inSight } = before.status === 'idle' ? store.get(allWalletsAtom) : before
  store.set(walletSearchAtom, { status: 'loading', query, wallets: inSight })
  await context.scope.pause(counts.searchWaitMs, signal)
  if (signal.aborted) return
  track(context, 'SEARCH_WALLET', { badge: isCertified ? 'certified' : '', searchLength: query.length })
  const show = (status: ListStatus, wallets: readonly ListedWallet[]) => {
    if (!signal.aborted) store.set(walletSearchAtom, { status, query, wallets })
  }
  if (!isWalletName(query)) return show('ready', loadedWallets(context, query, isCertified))
  try {
    const { wallets } = await ask(
      context,
      {
        page: 1,
        entries: counts.search,
        search: query,
        badge_type: isCertified ? 'certified' : undefined,
        chains: chainsOf(context),
        include: options.includeWalletIds,
        exclude: options.excludeWalletIds,
      },
      'search',
    )
    show('ready', wallets.filter(isUsable(placeOf(context))))
  } catch {
    show(failure(), [])
  }
}

/** Searches the loaded wallets, for texts that must not leave the device. */
function loadedWallets({ store }: ModalContext, query: string, isCertified: boolean): readonly ListedWallet[] {
  const wanted = query.toLowerCase()
  return store
    .get(allWalletsAtom)
    .wallets.filter((wallet) => (!isCertified || wallet.isCertified) && wallet.name.toLowerCase().includes(wanted))
}

/** Shorter searches match nearly everything. */
const shortestSearch = 2

const failure = (): ListStatus => (navigator.onLine ? 'failed' : 'offline')

function ask(context: ModalContext, query: WalletsQuery, kind: 'wallets' | 'search' = 'wallets'): Promise<WalletsPage> {
  const service = listingOf(context)
  if (!service) return Promise.resolve(nothing)
  const asked = queries.fetchQuery({
    queryKey: [kind, service.base, query],
    queryFn: ({ signal }) => fetchWallets(service, query, signal),
    staleTime,
    // These answers are small and needed again at the next opening.
    ...(kind === 'wallets' ? { gcTime: staleTime } : {}),
  })
  asked.catch((error: unknown) => {
    if (statusOf(error) !== 403) return
    warn(
      context,
      'LISTING_ORIGIN_REFUSED',
      `The wallet listing refuses the origin of the modal frame, ${location.origin}, or the project: add it to the allowed origins.`,
      { text: 'Invalid App Configuration', variant: 'error' },
    )
  })
  return asked
}

function grow({ store }: ModalContext, count: number): void {
  if (count > store.get(listedCountAtom)) store.set(listedCountAtom, count)
}

const chainsOf = ({ store }: ModalContext): readonly string[] => store.get(offeredNetworksAtom).map(({ id }) => id)

function placeOf(context: ModalContext): Place {
  return { isMobile: isMobile(), basic: context.store.get(optionsAtom)?.basic === true, chains: chainsOf(context) }
}
