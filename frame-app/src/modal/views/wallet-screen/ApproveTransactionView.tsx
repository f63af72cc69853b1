/** The embedded wallet asks for an approval, and draws the question itself. */
import { WalletSlot } from './WalletSlot.tsx'

export const ApproveTransactionView = () => <WalletSlot />
