/**
 * Which wallets of the listing are shown, how many and in which order (specification §1 and §9, behaviour facts §7.2). Pure, so
 * that the rules can be read and tested without a view or a network.
 */
import type { ListedWallet } from '../api/listed-wallet.ts'
import { browserOf } from './browsers.ts'

export const counts = {
  /** Featured wallets that are asked for and shown. */
  featured: 4,
  /** Recommended wallets per fetch. */
  recommended: 4,
  recent: 2,
  page: 40,
  search: 100,
  prefetchedImages: 20,
  /** The pause in typing after which a search is asked, so that results do not flicker while one types. */
  searchWaitMs: 300,
} as const

/** Kinds of rows in the order of the option; those that it leaves out follow, in the default order. */
export function orderKinds<Kind extends string>(wished: readonly string[], existing: readonly Kind[]): readonly Kind[] {
  const listed = wished.flatMap((kind) => existing.filter((known) => known === kind))
  return [...new Set([...listed, ...existing])]
}

/** What the page or the visitor already has, as far as it tells one wallet from another. */
export interface Known {
  readonly id: string
  readonly rdns?: string | undefined
  readonly name?: string | undefined
}

/**
 * Whether a listed wallet stands in the list already under another name. By id or rdns; by name where the other side has no
 * rdns to compare. On phones the app and the extension of one maker are one wallet.
 */
export function isSameWallet(listed: Known, known: Known): boolean {
  if (listed.id === known.id) return true
  const [one, other] = [bareRdns(listed.rdns), bareRdns(known.rdns)]
  if (one !== undefined && other !== undefined) return one === other
  // An installed wallet without a listing id may carry its rdns as its id.
  if (one !== undefined && one === bareRdns(known.id)) return true
  return listed.name !== undefined && known.name !== undefined && fold(listed.name) === fold(known.name)
}

const bareRdns = (rdns: string | undefined): string | undefined => rdns?.replace(/\.mobile$/, '')
const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/ wallet$/, '')

export const withoutKnown = <T extends Known>(wallets: readonly T[], known: readonly Known[]): readonly T[] =>
  wallets.filter((wallet) => !known.some((other) => isSameWallet(wallet, other)))

/** In the order of the option, at most as many as are shown; the listing's order says nothing here. */
export function pickFeatured(
  wallets: readonly ListedWallet[],
  wished: readonly string[],
  known: readonly Known[],
): readonly ListedWallet[] {
  const found = wished.flatMap((id) => wallets.filter((wallet) => wallet.id === id))
  return withoutKnown([...new Set(found)], known).slice(0, counts.featured)
}

export interface Surroundings {
  /** The developer says what to show: featured or custom wallets. Then nothing is recommended. */
  readonly isCurated: boolean
  readonly canPair: boolean
  /** Installed and recent rows in sight. */
  readonly visible: number
  readonly known: readonly Known[]
}

/** Fills up to two rows where the visitor has little else to choose from. */
export function pickRecommended(wallets: readonly ListedWallet[], around: Surroundings): readonly ListedWallet[] {
  if (around.isCurated || !around.canPair) return []
  return withoutKnown(wallets, around.known).slice(0, Math.max(0, counts.recent - around.visible))
}

export interface Place {
  readonly isMobile: boolean
  /** Pairing without chain adapters: a wallet must be reachable by a link. */
  readonly basic: boolean
  readonly chains: readonly string[]
}

/** What can be used here. The listing filters too; this holds where it does not. */
export const isUsable =
  ({ isMobile, basic, chains }: Place) =>
  (wallet: ListedWallet): boolean =>
    (!isMobile ||
      (wallet.mobileLink ?? wallet.universalLink) !== undefined ||
      browserOf(wallet.id, 'solana') !== undefined) &&
    (!basic || [wallet.mobileLink, wallet.desktopLink, wallet.webappLink].some((link) => link !== undefined)) &&
    // An entry that names no chain makes no claim either way.
    (chains.length === 0 || wallet.chains.length === 0 || wallet.chains.some((chain) => chains.includes(chain)))

/** Pages one after the other, each wallet once, in the order of arrival. */
export function appendPage(before: readonly ListedWallet[], page: readonly ListedWallet[]): readonly ListedWallet[] {
  const known = new Set(before.map(({ id }) => id))
  const fresh = page.filter(({ id }) => !known.has(id) && known.add(id))
  return fresh.length === 0 ? before : [...before, ...fresh]
}

/** Installed wallets stand first; within both halves the order stays. */
export function installedFirst(wallets: readonly ListedWallet[], installed: readonly Known[]): readonly ListedWallet[] {
  const isInstalled = (wallet: ListedWallet) => installed.some((other) => isSameWallet(wallet, other))
  return [...wallets.filter(isInstalled), ...wallets.filter((wallet) => !isInstalled(wallet))]
}
