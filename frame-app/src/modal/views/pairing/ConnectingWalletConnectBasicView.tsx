/** Connecting any wallet elsewhere: a code to scan or to copy, and the list for who looks for one wallet. */
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { AllWalletsRow } from '../all-wallets/AllWalletsRow.tsx'
import { PairingCode } from './PairingCode.tsx'

export function ConnectingWalletConnectBasicView() {
  return (
    <>
      <PairingCode icon={<WalletIcon id="walletConnect" name="WalletConnect" src={undefined} size={64} />} />
      <AllWalletsRow />
    </>
  )
}
