/** The rows that the listing adds to the connect view. Loaded with the listing, which sets `moreRowsAtom`. */
import { atom } from 'jotai'
import { type ListedWallet, readListedWallet } from '../../../core/api/listed-wallet.ts'
import { optionsAtom } from '../../../core/options.ts'
import {
  type ConnectRow,
  canPairAtom,
  type MoreRows,
  offeredConnectorsAtom,
  recentWalletsAtom,
} from '../../../session/state/connectors.ts'
import { suggestionsAtom, walletImagesAtom } from '../../listing/state/listing.ts'
import {
  isSameWallet,
  type Known,
  pickFeatured,
  pickRecommended,
  withoutKnown,
} from '../../listing/state/wallet-rules.ts'
import { mobileHrefAtom } from '../../pairing/state/mobile-link.ts'

export const suggestedRowsAtom = atom((get): MoreRows => {
  const { featured, recommended, excluded } = get(suggestionsAtom)
  const { featuredWalletIds = [], customWallets = [] } = get(optionsAtom) ?? {}
  const images = get(walletImagesAtom)
  const hrefOf = get(mobileHrefAtom)
  const isExcluded = (one: Known) => excluded.some((wallet) => isSameWallet(wallet, one))
  const live = get(offeredConnectorsAtom).filter((one) => one.type !== 'walletConnect' && !isExcluded(one))
  const recents = get(recentWalletsAtom)
  // A recent wallet that is no longer in the page has no row, unless the developer lists it or it was paired.
  const away = withoutKnown(
    recents.filter(({ id, listing }) => listing || customWallets.some((one) => one.id === id)),
    live,
  )
  const iconOf = ({ imageId }: ListedWallet) => (imageId === undefined ? undefined : images[imageId])
  const known = [...live, ...recents, ...customWallets]
  const rowOf =
    (kind: ConnectRow['kind']) =>
    (wallet: ListedWallet): ConnectRow => ({
      key: wallet.id,
      kind,
      name: wallet.name,
      icon: iconOf(wallet),
      badge: undefined,
      disputed: false,
      href: hrefOf(wallet),
    })
  const around = {
    isCurated: featuredWalletIds.length > 0 || customWallets.length > 0,
    canPair: get(canPairAtom),
    visible: live.length + away.length,
    known,
  }
  return {
    featured: pickFeatured(featured, featuredWalletIds, known).map(rowOf('featured')),
    recommended: pickRecommended(recommended, around).map(rowOf('recommended')),
    recent({ icon, listing }) {
      const wallet = readListedWallet(listing)
      return wallet ? { icon: iconOf(wallet), href: hrefOf(wallet) } : { icon }
    },
    isExcluded,
  }
})
