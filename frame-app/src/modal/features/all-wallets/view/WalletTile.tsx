/** One wallet of the grid. Memoised, because most changes of a line affect one tile only. */
import { type MouseEvent, memo } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { VisuallyHidden } from '../../../../shared/ui/base/VisuallyHidden.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useModal } from '../../../core/modal-context.ts'
import { chooseWallet } from '../choose-wallet.ts'
import styles from './AllWalletsView.module.css'

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

export const WalletTile = memo(function WalletTile({
  wallet,
  src,
  href,
  index,
  isTabStop,
  isInstalled,
}: WalletTileProps) {
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
