/**
 * One line of the grid. It reads the shared state once for all its tiles, and renders again only if its own wallets or props
 * change. Pictures are loaded when the list stops scrolling, not for wallets that only scroll past.
 */
import { useAtomValue } from 'jotai'
import { memo, useEffect, useMemo } from 'react'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useModal } from '../../../core/modal-context.ts'
import { offeredConnectorsAtom } from '../../../session/state/connectors.ts'
import { imagesAtomOf, installedAs } from '../../listing/state/wallet-tiles.ts'
import { loadWalletImages } from '../../listing/wallet-images.ts'
import { mobileHrefAtom } from '../../pairing/state/mobile-link.ts'
import styles from './AllWalletsView.module.css'
import type { ScrollRest } from './scroll-rest.ts'
import { WalletTile } from './WalletTile.tsx'

export interface WalletLineProps {
  wallets: readonly ListedWallet[]
  /** Index of the line's first wallet in the whole list. */
  start: number
  /** Index, in the whole list, of the tile that takes the tab focus; `undefined` if it is in another line. */
  tabStop: number | undefined
  /** Size of the whole list; -1 while unknown. */
  setSize: number
  rest: ScrollRest
}

export const WalletLine = memo(function WalletLine({ wallets, start, tabStop, setSize, rest }: WalletLineProps) {
  const context = useModal()
  const connectors = useAtomValue(offeredConnectorsAtom)
  const hrefOf = useAtomValue(mobileHrefAtom)
  const images = useAtomValue(useMemo(() => imagesAtomOf(wallets), [wallets]))
  useEffect(
    () => rest.whenAtRest(() => context.scope.run(loadWalletImages(context, wallets))),
    [context, wallets, rest],
  )
  return wallets.map((wallet, column) => (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer's elements are between list and items
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

/** Compares wallets one by one, because each new page creates new arrays for all lines. */
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
