/**
 * One line of the grid. What a tile needs from outside is read here once for all of them, and a line draws itself again only for a change
 * of its own. Pictures are asked for when the list rests: what flies past needs none.
 */
import { useAtomValue } from 'jotai'
import { memo, useEffect, useMemo } from 'react'
import type { ListedWallet } from '../../api/listed-wallet.ts'
import { loadWalletImages } from '../../flows/wallet-images.ts'
import { useModal } from '../../modal-context.ts'
import { offeredConnectorsAtom } from '../../state/connectors.ts'
import { mobileHrefAtom } from '../../state/mobile-link.ts'
import { imagesAtomOf, installedAs } from '../../state/wallet-tiles.ts'
import styles from './AllWalletsView.module.css'
import type { ScrollRest } from './scroll-rest.ts'
import { WalletTile } from './WalletTile.tsx'

export interface WalletLineProps {
  wallets: readonly ListedWallet[]
  /** Where the first of them stands in the whole list. */
  start: number
  /** Which of the whole list takes the focus of a tab, if it is one of these. */
  tabStop: number | undefined
  /** Of the whole list; -1 while nobody knows. */
  setSize: number
  rest: ScrollRest
}

export const WalletLine = memo(function WalletLine({ wallets, start, tabStop, setSize, rest }: WalletLineProps) {
  const context = useModal()
  const connectors = useAtomValue(offeredConnectorsAtom)
  const hrefOf = useAtomValue(mobileHrefAtom)
  const images = useAtomValue(useMemo(() => imagesAtomOf(wallets), [wallets]))
  useEffect(() => rest.whenAtRest(() => void loadWalletImages(context, wallets)), [context, wallets, rest])
  return wallets.map((wallet, column) => (
    // biome-ignore lint/a11y/useSemanticElements: between list and items stand the elements that place them
    <div
      key={wallet.id}
      className={styles.cell}
      role="listitem"
      aria-setsize={setSize}
      aria-posinset={start + column + 1}
    >
      <WalletTile
        wallet={wallet}
        src={images[column]}
        href={hrefOf(wallet)}
        index={start + column}
        isTabStop={start + column === tabStop}
        isInstalled={installedAs(wallet, connectors) !== undefined}
      />
    </div>
  ))
}, isSameLine)

/** The lines are cut anew whenever a page comes. */
function isSameLine({ wallets, ...one }: WalletLineProps, { wallets: others, ...other }: WalletLineProps): boolean {
  return (
    one.start === other.start &&
    one.tabStop === other.tabStop &&
    one.setSize === other.setSize &&
    one.rest === other.rest &&
    wallets.length === others.length &&
    wallets.every((wallet, index) => wallet === others[index])
  )
}
