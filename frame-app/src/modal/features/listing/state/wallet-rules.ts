/**
 * Which wallets of the listing are shown, how many and in which order (specification §1 and §9).
 * Pure, so that the rules can be tested without a view or a network.
 */
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { browserOf } from '../../../session/state/browsers.ts'

export const counts = {
  /** Featured wallets requested and shown. */
  featured: 4,
  /** Recommended wallets per fetch. */
  recommended: 4,
  recent: 2,
  page: 40,
  search: 100,
  prefetchedImages: 20,
  /** Pause in typing before a search is sent, so that results do not flicker while typing. */
  searchWaitMs: 300,
} as const

/** Kinds of rows in the order of the option; kinds missing from it follow in the default order. */
export function orderKinds<Kind extends string>(wished: readonly string[], existing: readonly Kind[]): readonly Kind[] {
  const listed = wished.flatMap((kind) => existing.filter((known) => known === kind))
  return [...new Set([...listed, ...existing])]
}

/** A wallet that the page or the user already has, with the fields that identify it. */
export interface Known {
  readonly id: string
  readonly rdns?: string | undefined
  readonly name?: string | undefined
}

/**
 * Whether a listed wallet is already in the list under another name. Compares ids and rdns, and names only if the other
 * side has no rdns. On phones the app and the extension of one maker count as one wallet.
 */
export function isSameWallet(listed: Known, known: Known): boolean {
  if (listed.id === known.id) return true
  const [one, other] = [bareRdns(listed.rdns), bareRdns(known.rdns)]
  if (one !== undefined && other !== undefined) return one === other
  // An installed wallet without a listing id may have its rdns as its id.
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

/** The featured wallets, in the order of the option, at most as many as are shown. The listing's order is ignored. */
export function pickFeatured(
  wallets: readonly ListedWallet[],
  wished: readonly string[],
  known: readonly Known[],
): readonly ListedWallet[] {
  const found = wished.flatMap((id) => wallets.filter((wallet) => wallet.id === id))
  return withoutKnown([...new Set(found)], known).slice(0, counts.featured)
}

export interface Surroundings {
  /** The developer chooses what is shown, with featured or custom wallets. Then nothing is recommended. */
  readonly isCurated: boolean
  readonly canPair: boolean
  /** Number of visible installed and recent rows. */
  readonly visible: number
  readonly known: readonly Known[]
}

/** Fills up to two rows if the user has few other wallets to choose from. */
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

/** Whether a wallet can be used here. The listing filters too, but is not relied on. */
export const isUsable =
  ({ isMobile, basic, chains }: Place) =>
  (wallet: ListedWallet): boolean =>
    (!isMobile ||
      (wallet.mobileLink ?? wallet.universalLink) !== undefined ||
      browserOf(wallet.id, 'solana') !== undefined) &&
    (!basic || [wallet.mobileLink, wallet.desktopLink, wallet.webappLink].some((link) => link !== undefined)) &&
    // An entry without chains says nothing about its chains.
    (chains.length === 0 || wallet.chains.length === 0 || wallet.chains.some((chain) => chains.includes(chain)))

/** Appends a page; each wallet appears once, in the order of arrival. */
export function appendPage(before: readonly ListedWallet[], page: readonly ListedWallet[]): readonly ListedWallet[] {
  const known = new Set(before.map(({ id }) => id))
  const fresh = page.filter(({ id }) => !known.has(id) && known.add(id))
  return fresh.length === 0 ? before : [...before, ...fresh]
}

/** Installed wallets come first; otherwise the order is kept. */
export function installedFirst(wallets: readonly ListedWallet[], installed: readonly Known[]): readonly ListedWallet[] {
  const isInstalled = (wallet: ListedWallet) => installed.some((other) => isSameWallet(wallet, other))
  return [...wallets.filter(isInstalled), ...wallets.filter((wallet) => !isInstalled(wallet))]
}
