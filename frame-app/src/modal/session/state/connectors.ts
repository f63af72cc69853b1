/** Ways to connect: wallets found in the page, wallets listed by the developer, recently used wallets. */
import type { CustomWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { type Atom, atom } from 'jotai'
import { optionsAtom } from '../../core/options.ts'
import type { Connector } from '../connector.ts'
import type { WalletInfo } from './accounts.ts'
import { offeredNamespacesAtom } from './network.ts'

/** Key of the row that pairs with a remote wallet. */
export const pairingRowKey = 'walletConnect'

/** Whether the project has a relay. Set once at startup. */
export const canPairAtom = atom(false)

/** Live connectors, in order of discovery. New ones are appended, so that no row moves under the pointer. */
export const connectorsAtom = atom<readonly Connector[]>([])

/** The connectors with a network that is offered now. */
export const offeredConnectorsAtom = atom((get): readonly Connector[] => {
  const offered = get(offeredNamespacesAtom)
  return get(connectorsAtom).filter(({ namespace }) => offered.has(namespace))
})

/** False until discovery has settled (100 ms after the first answer); skeleton rows are shown until then. */
export const discoverySettledAtom = atom(false)

/** The page has more announced wallets than can cross the link. */
export const hasMoreWalletsAtom = atom(false)

/** The two most recently used wallets, newest first. */
export const recentWalletsAtom = atom<readonly RecentWallet[]>([])
export interface RecentWallet {
  id: string
  name: string
  icon?: string | undefined
  rdns?: string | undefined
  /** For a wallet that was paired from its row: its listing entry, not validated yet. */
  listing?: unknown
}

/** What a listing adds to the rows. */
export interface MoreRows {
  featured: readonly ConnectRow[]
  recommended: readonly ConnectRow[]
  /** For a recent wallet that is not found in this page. */
  recent: (wallet: RecentWallet) => Pick<ConnectRow, 'icon' | 'href'>
  /** Whether the developer has excluded this wallet, whatever name it is installed under. */
  isExcluded: (connector: Connector) => boolean
}
/** Set when the listing's code has loaded (`suggested-rows.ts`), which is not part of the first view. */
export const moreRowsAtom = atom<Atom<MoreRows> | undefined>(undefined)

/** True until the listing has answered for the first time, or has failed. */
export const isSuggestingAtom = atom(false)

/** False on a phone with a listing: the phone cannot scan its own screen, and the list offers the code for other devices. */
export const hasPairingRowAtom = atom(true)

/** One row of the connect view. */
export interface ConnectRow {
  key: string
  kind: 'walletConnect' | 'recent' | 'injected' | 'featured' | 'custom' | 'external' | 'recommended' | 'pending'
  name: string
  icon: string | undefined
  badge: 'recent' | 'installed' | 'multichain' | 'qrCode' | undefined
  /** Another wallet claims the same identity; the row shows a warning. */
  disputed: boolean
  /** Link to the app on this phone. */
  href?: string | undefined
}

/**
 * Rows in the order of `connectorTypeOrder`. A wallet appears once: a recent one that is installed is the recent row,
 * and a listed one that is installed is the installed row.
 */
export const connectRowsAtom = atom((get): readonly ConnectRow[] => {
  const options = get(optionsAtom)
  if (!options) return []
  const source = get(moreRowsAtom)
  const more = source && get(source)
  const connectors = get(offeredConnectorsAtom).filter(
    (one) =>
      one.type !== 'walletConnect' &&
      one.type !== 'auth' &&
      !options.excludeWalletIds.includes(one.id) &&
      !more?.isExcluded(one),
  )
  const canPair = get(canPairAtom)
  const recent = get(recentWalletsAtom).flatMap((wallet): ConnectRow[] => {
    const same = connectors.filter((connector) => connector.id === wallet.id)
    const live = pickByName(same, wallet.name)
    if (live) return [row('recent', live.key, live.name, live.icon ?? wallet.icon, 'recent', live.disputed)]
    // If wallets of the page claim this identity, their rows replace it; if there are several, they show the warning.
    const { id, name, listing } = wallet
    const away = options.customWallets.find((custom) => custom.id === id) ?? (canPair && listing ? wallet : undefined)
    if (!away || options.excludeWalletIds.includes(id)) return []
    if (connectors.some((one) => one.name === name) || claimantsOf(id, connectors, [away]).length > 0) return []
    return [{ ...row('recent', id, name, wallet.icon, 'recent'), ...more?.recent(wallet) }]
  })
  const pairing =
    canPair && get(hasPairingRowAtom) ? [row('walletConnect', pairingRowKey, 'WalletConnect', undefined, 'qrCode')] : []
  const taken = new Set(recent.map((entry) => entry.key))
  const live = (kind: 'injected' | 'external') =>
    connectors
      .filter((connector) => (connector.type === 'external') === (kind === 'external'))
      .flatMap((connector) => {
        const { key, name, icon, disputed } = connector
        const parts = partsOf(connector, connectors)
        if (parts[0] !== connector || parts.some((part) => taken.has(part.key))) return []
        const badge = kind === 'external' ? undefined : parts.length > 1 ? 'multichain' : 'installed'
        return row(kind, key, name, icon, badge, disputed)
      })
  const custom = options.customWallets
    .filter(({ id }) => !taken.has(id) && claimantsOf(id, connectors, options.customWallets).length === 0)
    .map((wallet) => row('custom', wallet.id, wallet.name, wallet.icon, undefined))
  const injected = live('injected')
  const { length: wished } = options.featuredWalletIds.filter((id) => !taken.has(id))
  /** Placeholder rows while the listing is queried. */
  const pending = (kind: string, count: number) =>
    Array.from({ length: get(isSuggestingAtom) ? Math.max(0, count) : 0 }, (_, at) =>
      row('pending', `${kind} ${at}`, '', undefined, undefined),
    )
  const isCurated = options.featuredWalletIds.length > 0 || options.customWallets.length > 0 || !canPair
  const groups = {
    walletConnect: pairing,
    recent,
    injected,
    featured: more?.featured ?? pending('featured', Math.min(4, wished)),
    custom,
    external: live('external'),
    recommended: more?.recommended ?? pending('more', isCurated ? 0 : 2 - recent.length - injected.length),
  }
  const order = options.features.connectorTypeOrder.filter((kind): kind is keyof typeof groups =>
    Object.hasOwn(groups, kind),
  )
  // On a phone the wallet that is here is the one in whose browser the page is.
  if (injected.length > 0 && !get(hasPairingRowAtom)) order.unshift('injected')
  return [...new Set([...order, ...(Object.keys(groups) as (keyof typeof groups)[])])].flatMap((kind) => groups[kind])
})

/** The connector of a connection: by handle if the page has it, else by identity and name within the namespace. */
export function connectorOf(
  connectors: readonly Connector[],
  namespace: Namespace,
  { handle, id, name }: Pick<WalletInfo, 'handle' | 'id' | 'name'>,
): Connector | undefined {
  const here = connectors.filter((connector) => connector.namespace === namespace)
  const same = here.filter((connector) => connector.id === id)
  return here.find(({ key }) => key === handle) ?? pickByName(same, name)
}

/**
 * The connectors of one wallet in several namespaces, found by its name. A name proves nothing: a wallet gets a row of its own if another
 * one claims its identity, or its name in the same namespace.
 */
export function partsOf(connector: Connector, connectors: readonly Connector[]): readonly Connector[] {
  const named = connectors.filter(({ name, type }) => name === connector.name && type === connector.type)
  const isOne = new Set(named.map(({ namespace }) => namespace)).size === named.length
  return isOne && !named.some(({ disputed }) => disputed) ? named : [connector]
}

/** Several wallets that claim one identity are distinguished by name; if that does not decide, none is chosen. */
export function pickByName(claimants: readonly Connector[], name: string): Connector | undefined {
  const meant = claimants.length > 1 ? claimants.filter((connector) => connector.name === name) : claimants
  return meant.length === 1 ? meant[0] : undefined
}

/** The installed connectors that claim this identity: by their own id, or by the id of a listed wallet whose rdns they claim. */
export function claimantsOf(
  id: string,
  connectors: readonly Connector[],
  listed: readonly Pick<CustomWallet, 'id' | 'rdns'>[],
): readonly Connector[] {
  const rdns = listed.find((wallet) => wallet.id === id)?.rdns
  return connectors.filter((connector) => connector.id === id || (rdns !== undefined && connector.rdns === rdns))
}

/** The only claimant, if there is exactly one and no other wallet of the page disputes it (T14). Otherwise the user chooses. */
export const onlyOne = (claimants: readonly Connector[]): Connector | undefined =>
  claimants.length === 1 && !claimants[0]?.disputed ? claimants[0] : undefined

function row(
  kind: ConnectRow['kind'],
  key: string,
  name: string,
  icon: string | undefined,
  badge: ConnectRow['badge'],
  disputed = false,
): ConnectRow {
  return { key, kind, name, icon, badge, disputed }
}
