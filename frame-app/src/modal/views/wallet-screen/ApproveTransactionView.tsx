/** An approval of the embedded wallet, which the wallet frame renders itself. */
import { WalletSlot } from './WalletSlot.tsx'

export const ApproveTransactionView = () => <WalletSlot />
