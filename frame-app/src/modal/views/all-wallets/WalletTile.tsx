/** One wallet of the grid. Its picture is asked for when the tile stays in sight. */
import { useAtomValue } from 'jotai'
import { memo, useEffect, useMemo } from 'react'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { VisuallyHidden } from '../../../shared/ui/base/VisuallyHidden.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import type { ListedWallet } from '../../api/listed-wallet.ts'
import { chooseWallet } from '../../flows/choose-wallet.ts'
import { loadWalletImages } from '../../flows/wallet-images.ts'
import { useModal } from '../../modal-context.ts'
import { imageAtomOf } from '../../state/wallet-tiles.ts'
import styles from './AllWalletsView.module.css'

/** What flies past while somebody scrolls needs no picture; fetching it would make the scroll stutter. */
const stayMs = 150

interface WalletTileProps {
  wallet: ListedWallet
  index: number
  isTabStop: boolean
  isInstalled: boolean
}

/** Remembered: each line that comes into sight would draw all the others again. */
export const WalletTile = memo(function WalletTile({ wallet, index, isTabStop, isInstalled }: WalletTileProps) {
  const context = useModal()
  const t = useMessages()
  const src = useAtomValue(useMemo(() => imageAtomOf(wallet.imageId), [wallet.imageId]))
  useEffect(() => {
    const timer = setTimeout(() => void loadWalletImages(context, [wallet]), stayMs)
    return () => clearTimeout(timer)
  }, [context, wallet])
  return (
    <button
      type="button"
      className={styles.tile}
      tabIndex={isTabStop ? 0 : -1}
      data-index={index}
      data-focus-key={wallet.id}
      onClick={() => chooseWallet(context, wallet)}
    >
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
    </button>
  )
})
