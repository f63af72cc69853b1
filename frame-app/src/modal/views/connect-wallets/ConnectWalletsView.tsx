/** The wallets in a view of their own, where Connect shows only the way to them. The terms were agreed to there. */
import { WalletMethod } from '../connect/WalletMethod.tsx'
import styles from './ConnectWalletsView.module.css'

export function ConnectWalletsView() {
  return (
    <div className={styles.view}>
      <WalletMethod disabledReason={undefined} />
    </div>
  )
}
