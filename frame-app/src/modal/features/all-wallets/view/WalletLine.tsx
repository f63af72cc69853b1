/**
 * One line of the grid. It reads the shared state once for all its tiles, and renders again only if its own wallets or props
 * change. Pictures are loaded when the list stops scrolling, not for wallets that only scroll past.
 */
import { useAtomValue } from 'jotai'
import { type MouseEvent, memo, useEffect, useMemo } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { VisuallyHidden } from '../../../../shared/ui/base/VisuallyHidden.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useModal } from '../../../core/modal-context.ts'
import { offeredConnectorsAtom } from '../../../session/state/connectors.ts'
import { imagesAtomOf, installedAs } from '../../listing/state/wallet-tiles.ts'
import { loadWalletImages } from '../../listing/wallet-images.ts'
import { mobileHrefAtom } from '../../pairing/state/mobile-link.ts'
import { chooseWallet } from '../choose-wallet.ts'
import styles from './AllWalletsView.module.css'
import type { ScrollRest } from './scroll-rest.ts'

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

interface WalletTileProps {
  wallet: ListedWallet
  /** The wallet's picture, once it is loaded. */
  src: string | undefined
  /** Link that opens the wallet's app on this phone. */
  href: string | undefined
  index: number
  isTabStop: boolean
  isInstalled: boolean
}

/** One wallet of the grid. Memoised, because most changes of a line affect one tile only. */
const WalletTile = memo(function WalletTile({ wallet, src, href, index, isTabStop, isInstalled }: WalletTileProps) {
  const context = useModal()
  const t = useAllMessages()
  const tile = {
    className: styles.tile,
    tabIndex: isTabStop ? 0 : -1,
    'data-index': index,
    'data-focus-key': wallet.id,
    onClick(event: MouseEvent) {
      event.preventDefault()
      chooseWallet(context, wallet)
    },
  }
  const content = (
    <>
      <WalletIcon
        id={wallet.id}
        name={wallet.name}
        src={src}
        size={40}
        badge={wallet.isCertified ? <Icon name="check" size={16} /> : undefined}
      />
      <span className={styles.name}>{wallet.name}</span>
      {isInstalled && <span className={styles.mark}>{t('allWallets.installed')}</span>}
      {wallet.isCertified && <VisuallyHidden>{t('allWallets.certified')}</VisuallyHidden>}
    </>
  )
  return href === undefined ? (
    <button type="button" {...tile}>
      {content}
    </button>
  ) : (
    <a rel="noreferrer noopener" href={href} target="_blank" {...tile}>
      {content}
    </a>
  )
})
