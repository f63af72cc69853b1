/** For users who do not have the chosen wallet: a link to its store on this device, or to the list of all its download links. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { isAndroid, isApple } from '../../../core/device.ts'
import { useModal } from '../../../core/modal-context.ts'
import { ExternalLink } from '../../../kit/ExternalLink.tsx'
import { go } from '../../../session/navigate.ts'
import { whereToGet } from '../state/platforms.ts'
import styles from './ConnectingWalletConnectView.module.css'

const longestName = 12

export function GetLine({ wallet }: { wallet: ListedWallet }) {
  const context = useModal()
  const t = useAllMessages()
  const place = whereToGet(wallet, isAndroid() ? 'android' : isApple() ? 'apple' : 'other')
  if (place === undefined) return null
  const letters = Array.from(wallet.name)
  const name = letters.length > longestName ? `${letters.slice(0, longestName).join('').trim()}…` : wallet.name
  const label = t('pairing.get')
  return (
    <p className={styles.get}>
      {t('pairing.get.question', { wallet: name })}
      {place === 'list' ? (
        <button
          type="button"
          className={styles.link}
          data-focus-key="get"
          onClick={() => go.push(context, { view: 'Downloads', wallet })}
        >
          {label}
        </button>
      ) : (
        <ExternalLink className={styles.link} href={place.href}>
          {label}
        </ExternalLink>
      )}
    </p>
  )
}
