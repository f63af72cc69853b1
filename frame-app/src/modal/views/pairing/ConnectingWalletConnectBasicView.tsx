/** Connecting any wallet elsewhere: a code to scan or to copy, and the list for who looks for one wallet. */
import { useEffect } from 'react'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { endHandOver } from '../../flows/hand-over.ts'
import { useModal } from '../../modal-context.ts'
import { AllWalletsRow } from '../all-wallets/AllWalletsRow.tsx'
import { PairingCode } from './PairingCode.tsx'

export function ConnectingWalletConnectBasicView() {
  const context = useModal()
  // Who looks for a code to scan waits no longer for the app that was opened before.
  useEffect(() => endHandOver(context), [context])
  return (
    <>
      <PairingCode icon={<WalletIcon id="walletConnect" name="WalletConnect" src={undefined} size={64} />} />
      <AllWalletsRow />
    </>
  )
}
