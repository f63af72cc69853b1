/** The wallets in a separate view, if Connect shows only a row that leads to it. The terms have been accepted on Connect. */
import { WalletMethod } from '../connect/WalletMethod.tsx'
import styles from '../lists/ListView.module.css'

export function ConnectWalletsView() {
  return (
    <div className={styles.lists}>
      <WalletMethod disabledReason={undefined} />
    </div>
  )
}
