/** Pairing with one chosen wallet, wherever it can be met by a code or a link that holds one. */
import type { CustomWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { fromCustomWallet, type ListedWallet } from '../api/listed-wallet.ts'
import { isMobile } from '../device.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { chosenTabAtom } from '../state/hand-over.ts'
import { optionsAtom } from '../state/options.ts'
import { canPairAtom } from '../state/pairing.ts'
import { isPaired, type Platform, platformsOf } from '../state/platforms.ts'
import { installedAs } from '../state/wallet-tiles.ts'
import type { ModalContext } from './context.ts'
import { endHandOver } from './hand-over.ts'
import { go } from './navigate.ts'
import { track } from './notify.ts'
import { ensurePairing } from './pair.ts'

/** @returns false where the wallet cannot be met so. */
export function pairWith(context: ModalContext, wallet: ListedWallet): boolean {
  const [first] = pairedPlatforms(context, wallet)
  if (first === undefined) return false
  endHandOver(context)
  context.store.set(chosenTabAtom, undefined)
  go.push(context, { view: 'ConnectingWalletConnect', wallet })
  track(context, 'SELECT_WALLET', { name: wallet.name, platform: first })
  ensurePairing(context)
  return true
}

export function pairWithCustom(context: ModalContext, custom: CustomWallet): boolean {
  const wallet = fromCustomWallet(custom)
  return wallet !== undefined && pairWith(context, wallet)
}

/** The tabs of the wallet; none where no code leads to it. */
export function pairedPlatforms({ store }: ModalContext, wallet: ListedWallet): readonly Platform[] {
  if (!store.get(canPairAtom)) return []
  const surroundings = {
    isMobile: isMobile(),
    isInstalled: installedAs(wallet, store.get(connectorsAtom)) !== undefined,
    basic: store.get(optionsAtom)?.basic === true,
  }
  const platforms = platformsOf(wallet, surroundings)
  return platforms.some(isPaired) ? platforms : []
}
