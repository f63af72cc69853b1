/** One wallet of the grid. Its picture is asked for when the list rests: what flies past needs none. */
import { useAtomValue } from 'jotai'
import { type MouseEvent, memo, useEffect, useMemo } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { VisuallyHidden } from '../../../shared/ui/base/VisuallyHidden.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import type { ListedWallet } from '../../api/listed-wallet.ts'
import { chooseWallet } from '../../flows/choose-wallet.ts'
import { loadWalletImages } from '../../flows/wallet-images.ts'
import { useModal } from '../../modal-context.ts'
import { mobileHrefAtom } from '../../state/mobile-link.ts'
import { imageAtomOf } from '../../state/wallet-tiles.ts'
import styles from './AllWalletsView.module.css'
import type { ScrollRest } from './scroll-rest.ts'

interface WalletTileProps {
  wallet: ListedWallet
  rest: ScrollRest
  index: number
  isTabStop: boolean
  isInstalled: boolean
}

/** Remembered: each line that comes into sight would draw all the others again. */
export const WalletTile = memo(function WalletTile({ wallet, rest, index, isTabStop, isInstalled }: WalletTileProps) {
  const context = useModal()
  const t = useAllMessages()
  const src = useAtomValue(useMemo(() => imageAtomOf(wallet.imageId), [wallet.imageId]))
  useEffect(() => rest.whenAtRest(() => void loadWalletImages(context, [wallet])), [context, wallet, rest])
  const href = useAtomValue(mobileHrefAtom)(wallet)
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
