/** Every state of every view, by the name of the view, and the wallet frame's own screens. */
import type { ViewName } from '../../../frame-app/src/modal/core/router/routes.ts'
import { approvalStates } from '../../fixtures/approval-states.ts'
import { securityStates } from '../../fixtures/security-states.ts'
import type { GalleryState, StatesOf } from '../state.ts'
import { walletGroups } from '../state.ts'
import {
  accountStates,
  approveStates,
  compatibleStates,
  networksStates,
  profileStates,
  receiveStates,
  switchActiveChainStates,
  switchAddressStates,
  switchNetworkStates,
  unsupportedChainStates,
  walletScreenStates,
  whatIsANetworkStates,
} from './account.ts'
import { accountTabStates, activityStates, nftStates, transactionStates } from './activity.ts'
import {
  connectingExternalStates,
  connectingMultiChainStates,
  connectStates,
  connectWalletsStates,
  getWalletStates,
  whatIsAWalletStates,
} from './connect.ts'
import { codeStates, deviceStates, updateEmailStates, updatePrimaryStates, updateSecondaryStates } from './email.ts'
import { chooseNameStates, nameSuccessStates, registerNameStates } from './names.ts'
import { buyStates, purchaseStates } from './onramp.ts'
import { allWalletsStates, chosenWalletStates, downloadsStates, openWalletStates, pairingStates } from './pairing.ts'
import { selectTokenStates, sendReviewStates, sendStates } from './send.ts'
import { signPsbtStates } from './sign-psbt.ts'
import { smartSessionCreatedStates, smartSessionStates } from './smart-sessions.ts'
import { connectingFarcasterStates, connectingSocialStates, connectSocialsStates } from './social.ts'
import {
  strainedAccountStates,
  strainedActivityStates,
  strainedNftStates,
  strainedTransactionStates,
} from './strained.ts'
import { swapPreviewStates, swapStates, swapTokenStates } from './swap.ts'
import { errorStates, helpStates, signInStates } from './trouble.ts'

/** A view of the router that is not named here is a type error. */
export const modalStates: { readonly [View in ViewName]: StatesOf<View> } = {
  Connect: connectStates,
  ConnectSocials: connectSocialsStates,
  ConnectWallets: connectWalletsStates,
  ConnectingSocial: connectingSocialStates,
  ConnectingFarcaster: connectingFarcasterStates,
  ConnectingExternal: connectingExternalStates,
  ConnectingMultiChain: connectingMultiChainStates,
  ConnectingWalletConnectBasic: pairingStates,
  ConnectingWalletConnect: chosenWalletStates,
  OpenWallet: openWalletStates,
  AllWallets: allWalletsStates,
  Downloads: downloadsStates,
  EmailVerifyDevice: deviceStates,
  EmailVerifyOtp: codeStates,
  UpdateEmailWallet: updateEmailStates,
  UpdateEmailPrimaryOtp: updatePrimaryStates,
  UpdateEmailSecondaryOtp: updateSecondaryStates,
  Account: [...accountStates, ...accountTabStates, ...strainedAccountStates],
  Activity: [...activityStates, ...strainedActivityStates],
  Transaction: [...transactionStates, ...strainedTransactionStates],
  Nft: [...nftStates, ...strainedNftStates],
  Networks: networksStates,
  SwitchActiveChain: switchActiveChainStates,
  SwitchAddress: switchAddressStates,
  SwitchNetwork: switchNetworkStates,
  UnsupportedChain: unsupportedChainStates,
  Profile: profileStates,
  OnRamp: buyStates,
  BuyInProgress: purchaseStates,
  Receive: receiveStates,
  Send: sendStates,
  SendReview: sendReviewStates,
  SendSelectToken: selectTokenStates,
  Swap: swapStates,
  SwapPreview: swapPreviewStates,
  SwapSelectToken: swapTokenStates,
  SmartSessionList: smartSessionStates,
  SmartSessionCreated: smartSessionCreatedStates,
  WalletCompatibleNetworks: compatibleStates,
  ChooseAccountName: chooseNameStates,
  RegisterAccountName: registerNameStates,
  RegisterAccountNameSuccess: nameSuccessStates,
  SIWXSignMessage: signInStates,
  SignPsbt: signPsbtStates,
  ApproveTransaction: approveStates,
  WalletScreen: walletScreenStates,
  WhatIsAWallet: whatIsAWalletStates,
  WhatIsANetwork: whatIsANetworkStates,
  GetWallet: getWalletStates,
  Error: errorStates,
  Help: helpStates,
}

export interface Entry {
  /** The name of the view, or of a group of the wallet's screens. */
  readonly view: string
  readonly state: string
}

export const entries: readonly Entry[] = [
  ...Object.entries(modalStates).flatMap(([view, states]: [string, readonly GalleryState[]]) =>
    states.map(({ state }) => ({ view, state })),
  ),
  ...Object.keys(approvalStates).map((state) => ({ view: walletGroups.approval, state })),
  ...Object.keys(securityStates).map((state) => ({ view: walletGroups.security, state })),
]
