/** Pairing with one chosen wallet, by a code or by a link with a code. */
import { fromCustomWallet, type ListedWallet, readListedWallet } from '../../core/api/listed-wallet.ts'
import type { ModalContext } from '../../core/context.ts'
import { isMobile } from '../../core/device.ts'
import { optionsAtom } from '../../core/options.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { canPairAtom, offeredConnectorsAtom, recentWalletsAtom } from '../../session/state/connectors.ts'
import { activeNamespaceAtom } from '../../session/state/network.ts'
import { suggestionsAtom } from '../listing/state/listing.ts'
import { installedAs } from '../listing/state/wallet-tiles.ts'
import { endWalletLink, openWalletLink } from './open-wallet-link.ts'
import { ensurePairing } from './pair.ts'
import { chosenTabAtom } from './state/opened-wallet.ts'
import { pairingAtom } from './state/pairing.ts'
import { isPaired, type Platform, platformsOf } from './state/platforms.ts'
import { pairingLink } from './walletconnect/links.ts'

/** @returns false if the wallet does not support this. */
export function pairWith(context: ModalContext, wallet: ListedWallet): boolean {
  const [first] = pairedPlatforms(context, wallet)
  if (first === undefined) return false
  const { store } = context
  endWalletLink(context)
  store.set(chosenTabAtom, undefined)
  go.push(context, { view: 'ConnectingWalletConnect', wallet })
  track(context, 'SELECT_WALLET', { name: wallet.name, platform: first === 'browse' ? 'mobile' : first })
  if (!isPaired(first)) return true
  ensurePairing(context)
  // Opened during the press if the code exists already: some browsers do not open an app later.
  const pairing = store.get(pairingAtom)
  const link = first === 'mobile' && pairing.status === 'code' ? pairingLink(wallet, first, pairing.uri) : undefined
  if (link) context.scope.run(openWalletLink(context, wallet.name, link, 'visitor'))
  return true
}

/**
 * Handles the choice of a row of the connect view: a custom, suggested or previously paired wallet.
 * @returns false if it can only be installed.
 */
export function chooseListed(context: ModalContext, id: string): boolean {
  const { store } = context
  const { featured, recommended } = store.get(suggestionsAtom)
  const custom = store.get(optionsAtom)?.customWallets.find((wallet) => wallet.id === id)
  const before = store.get(recentWalletsAtom).find((wallet) => wallet.id === id)
  // The listing's current entry takes precedence over the stored one.
  const listed =
    [...featured, ...recommended].find((wallet) => wallet.id === id) ??
    (custom ? undefined : readListedWallet(before?.listing))
  if (listed) {
    if (!pairWith(context, listed)) go.push(context, { view: 'Downloads', wallet: listed })
    return true
  }
  const wallet = custom && fromCustomWallet(custom)
  return wallet !== undefined && pairWith(context, wallet)
}

/** The tabs of the wallet; empty if it can be reached neither by a code nor by its in-app browser. */
export function pairedPlatforms({ store }: ModalContext, wallet: ListedWallet): readonly Platform[] {
  const surroundings = {
    isMobile: isMobile(),
    isInstalled: installedAs(wallet, store.get(offeredConnectorsAtom)) !== undefined,
    basic: store.get(optionsAtom)?.basic === true,
    namespace: store.get(activeNamespaceAtom),
  }
  const platforms = platformsOf(wallet, surroundings)
  if (platforms[0] === 'browse') return platforms
  return store.get(canPairAtom) && platforms.some(isPaired) ? platforms : []
}
