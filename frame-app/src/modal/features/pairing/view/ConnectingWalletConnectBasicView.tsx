/** Pairs with any wallet on another device: a code to scan or to copy, and a row that opens the wallet list. */
import { useEffect } from 'react'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { AllWalletsRow } from '../../listing/view/AllWalletsRow.tsx'
import { endWalletLink } from '../open-wallet-link.ts'
import { PairingCode } from './PairingCode.tsx'

export function ConnectingWalletConnectBasicView() {
  const context = useModal()
  // On this view the user scans a code, and no longer waits for a wallet app that was opened before.
  useEffect(() => endWalletLink(context), [context])
  return (
    <>
      <PairingCode icon={<WalletIcon id="walletConnect" name="WalletConnect" src={undefined} size={64} />} />
      <AllWalletsRow />
    </>
  )
}
