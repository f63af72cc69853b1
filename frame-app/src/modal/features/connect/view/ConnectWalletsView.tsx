/** The wallets in a separate view, if Connect shows only a row that leads to it. The terms have been accepted on Connect. */

import styles from '../../../kit/lists/ListView.module.css'
import { WalletMethod } from './WalletMethod.tsx'

export function ConnectWalletsView() {
  return (
    <div className={styles.lists}>
      <WalletMethod disabledReason={undefined} />
    </div>
  )
}
