/** A page of the embedded wallet itself (its devices, the ways to open it elsewhere), or what it asks while it opens. */
import { WalletSlot } from './WalletSlot.tsx'

export const WalletScreenView = () => <WalletSlot />
