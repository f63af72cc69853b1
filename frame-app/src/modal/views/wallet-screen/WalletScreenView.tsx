/** A page of the embedded wallet (devices, recovery), or a prompt while it opens; the wallet frame renders it itself. */
import { WalletSlot } from './WalletSlot.tsx'

export const WalletScreenView = () => <WalletSlot />
