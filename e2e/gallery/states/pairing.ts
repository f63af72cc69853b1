/** Pairing with a remote wallet, and the list of all wallets. */

import {
  allWalletsAtom,
  emptyList,
  listedCountAtom,
  type WalletList,
  type WalletSearch,
  walletSearchAtom,
} from '../../../frame-app/src/modal/features/listing/state/listing.ts'
import {
  chosenTabAtom,
  type OpenedWallet,
  openedWalletAtom,
} from '../../../frame-app/src/modal/features/pairing/state/opened-wallet.ts'
import { type PairingState, pairingAtom } from '../../../frame-app/src/modal/features/pairing/state/pairing.ts'
import type { PlatformTab } from '../../../frame-app/src/modal/features/pairing/state/platforms.ts'
import { canPairAtom } from '../../../frame-app/src/modal/session/state/connectors.ts'
import { activeNetworkIdAtom } from '../../../frame-app/src/modal/session/state/network.ts'
import {
  catalogue,
  connectorOf,
  errorOf,
  everywhere,
  found,
  listed,
  longName,
  offer,
  orbit,
  solana,
  unbrokenName,
} from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'

const uri =
  'wc:8f4c31d2b0a94f7c9f6f3b1e2a7d5c40616c0b1d2e3f4a5b6c7d8e9fa0b1c2d3@2?relay-protocol=irn&symKey=31d2b0a94f7c9f6f3b1e2a7d5c40616c0b1d2e3f4a5b6c7d8e9fa0b1c2d3e4f5&expiryTimestamp=1767225600'
const expiresAt = Date.now() + 200_000
const code: PairingState = { status: 'code', uri, expiresAt }

const outcomes: Readonly<Record<string, PairingState>> = {
  preparing: { status: 'preparing', isSlow: false },
  slow: { status: 'preparing', isSlow: true },
  code,
  declined: { status: 'declined', uri, expiresAt },
  'declined-no-code': { status: 'declined', uri: undefined, expiresAt },
  expired: { status: 'expired' },
  failed: { status: 'failed', error: errorOf('RELAY_UNREACHABLE') },
  refused: { status: 'failed', error: errorOf('ORIGIN_NOT_ALLOWED') },
  unusable: { status: 'failed', error: errorOf('UNAUTHORIZED') },
  'clock-wrong': { status: 'failed', error: errorOf('CLOCK_WRONG') },
  done: { status: 'done', wallet: 'Orbit' },
}
const pairing = (state: PairingState) => (store: Store) => {
  found(store)
  store.set(canPairAtom, true)
  store.set(pairingAtom, state)
  store.set(listedCountAtom, 437)
}

export const pairingStates: StatesOf<'ConnectingWalletConnectBasic'> = Object.entries(outcomes).map(
  ([state, outcome]) => ({ state, below: 'Connect', arrange: pairing(outcome) }),
)

const chosen = (
  state: string,
  outcome: PairingState,
  more: {
    wallet?: typeof orbit
    tab?: PlatformTab
    away?: OpenedWallet
    isInstalled?: boolean
    onPhone?: boolean
  } = {},
): GalleryState<'ConnectingWalletConnect'> => {
  const { wallet = everywhere, tab, away, isInstalled = false, onPhone } = more
  return {
    state,
    route: { view: 'ConnectingWalletConnect', wallet },
    below: 'AllWallets',
    ...(onPhone ? { onPhone } : {}),
    arrange(store) {
      pairing(outcome)(store)
      if (isInstalled) found(store, connectorOf(wallet.name))
      store.set(chosenTabAtom, tab)
      if (away) store.set(openedWalletAtom, away)
    },
  }
}

/** Opens the page in its own browser, on Solana. */
const browsing = listed('Phantom', { id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393' })

export const chosenWalletStates: StatesOf<'ConnectingWalletConnect'> = [
  {
    state: 'phone-browse',
    route: { view: 'ConnectingWalletConnect', wallet: browsing },
    below: 'Connect',
    onPhone: true,
    arrange(store) {
      pairing(code)(store)
      offer(store, [solana])
      store.set(activeNetworkIdAtom, solana.id)
    },
  },
  ...Object.entries(outcomes).map(([state, outcome]) => chosen(`code-${state}`, outcome, { wallet: orbit })),
  chosen('tabs-code', code, { tab: 'mobile' }),
  chosen('tabs-installed', code, { isInstalled: true, tab: 'browser' }),
  chosen('tabs-not-installed', code, { tab: 'browser' }),
  chosen('web', code, { tab: 'web' }),
  chosen('desktop', code, { tab: 'desktop' }),
  chosen('desktop-preparing', { status: 'preparing', isSlow: false }, { tab: 'desktop' }),
  chosen('desktop-opened', code, { tab: 'desktop', away: { status: 'waiting', isBack: false } }),
  chosen('desktop-slow', code, { tab: 'desktop', away: { status: 'slow', isBack: false } }),
  chosen('desktop-overdue', code, { tab: 'desktop', away: { status: 'overdue', isBack: true } }),
  chosen('desktop-blocked', code, { tab: 'desktop', away: { status: 'blocked' } }),
  chosen('desktop-declined', { status: 'declined', uri, expiresAt }, { tab: 'desktop' }),
  chosen('desktop-failed', { status: 'failed', error: errorOf('RELAY_UNREACHABLE') }, { tab: 'desktop' }),
  chosen('desktop-done', { status: 'done', wallet: everywhere.name }, { tab: 'desktop' }),
  chosen('phone', code, { wallet: orbit, onPhone: true }),
  chosen('phone-back', code, { wallet: orbit, onPhone: true, away: { status: 'waiting', isBack: true } }),
  chosen('phone-overdue', code, { wallet: orbit, onPhone: true, away: { status: 'overdue', isBack: true } }),
  chosen('phone-unopened', code, { wallet: orbit, onPhone: true, away: { status: 'unopened' } }),
  chosen('long-name', code, { wallet: listed(longName), tab: 'mobile' }),
  chosen('unbroken-name', code, { wallet: listed(unbrokenName, { desktopLink: 'long://' }), tab: 'desktop' }),
]

const link = { href: 'orbit://wc?requestId=1', target: 'self' } as const
export const openWalletStates: StatesOf<'OpenWallet'> = [
  { state: 'waiting', route: { view: 'OpenWallet', wallet: 'Orbit', link }, onPhone: true },
  { state: 'long-name', route: { view: 'OpenWallet', wallet: longName, link }, onPhone: true },
]

const list = (state: string, shown: Partial<WalletList>, more: { search?: WalletSearch; onPhone?: boolean } = {}) =>
  ({
    state,
    below: 'Connect',
    ...(more.onPhone ? { onPhone: true } : {}),
    arrange(store: Store) {
      found(store, connectorOf('Birch'))
      store.set(canPairAtom, true)
      store.set(allWalletsAtom, { ...emptyList, ...shown })
      if (more.search) store.set(walletSearchAtom, more.search)
    },
  }) as const
const whole = { status: 'ready', wallets: catalogue, page: 1, isComplete: true } as const
const search = (status: WalletSearch['status'], wallets = catalogue.slice(0, 0)) => ({
  search: { status, query: 'orb', wallets },
})

export const allWalletsStates: StatesOf<'AllWallets'> = [
  list('loading', { status: 'loading' }),
  list('list', whole),
  list('certified', { ...whole, wallets: catalogue.map((wallet) => ({ ...wallet, isCertified: true })) }),
  list('more-loading', { ...whole, status: 'loading', isComplete: false }),
  list('more-failed', { ...whole, status: 'failed', isComplete: false }),
  list('empty', { ...whole, wallets: [] }),
  list('failed', { status: 'failed' }),
  list('offline', { status: 'offline' }),
  list('phone', whole, { onPhone: true }),
  list('found', whole, search('ready', [orbit])),
  list('found-nothing', whole, search('ready')),
  list('search-loading', whole, search('loading')),
  list('search-failed', whole, search('failed')),
]

export const downloadsStates: StatesOf<'Downloads'> = [
  { state: 'all', route: { view: 'Downloads', wallet: orbit }, below: 'AllWallets' },
  { state: 'long-name', route: { view: 'Downloads', wallet: listed(longName) }, below: 'AllWallets' },
  {
    state: 'homepage-only',
    route: {
      view: 'Downloads',
      wallet: listed('Fjord', { appStore: undefined, playStore: undefined, chromeStore: undefined }),
    },
    below: 'AllWallets',
  },
]
