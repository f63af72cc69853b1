/** The list of all wallets as shown: the search results, or everything with installed wallets first. */
import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import type { Connector } from '../../../session/connector.ts'
import { offeredConnectorsAtom } from '../../../session/state/connectors.ts'
import { allWalletsAtom, walletImagesAtom, walletSearchAtom } from './listing.ts'
import { installedFirst, isSameWallet } from './wallet-rules.ts'

export const isSearchingAtom = atom((get) => get(walletSearchAtom).status !== 'idle')

export const shownWalletsAtom = atom((get): readonly ListedWallet[] => {
  const { wallets } = get(isSearchingAtom) ? get(walletSearchAtom) : get(allWalletsAtom)
  return installedFirst(wallets, get(offeredConnectorsAtom))
})

/** The page's connector for this wallet; also `undefined` if several claim to be it, because then the user has to choose. */
export function installedAs(wallet: ListedWallet, connectors: readonly Connector[]): Connector | undefined {
  const claimants = connectors.filter((connector) => isSameWallet(wallet, connector))
  return claimants.length === 1 && !claimants[0]?.disputed ? claimants[0] : undefined
}

export const imageAtomOf = (imageId: string | undefined) =>
  atom((get) => (imageId === undefined ? undefined : get(walletImagesAtom)[imageId]))

/** Changes only when one of these wallets gets its picture. */
export const imagesAtomOf = (wallets: readonly ListedWallet[]) =>
  selectAtom(
    walletImagesAtom,
    (images) => wallets.map(({ imageId }) => (imageId === undefined ? undefined : images[imageId])),
    (one, other) => one.every((image, index) => image === other[index]),
  )
