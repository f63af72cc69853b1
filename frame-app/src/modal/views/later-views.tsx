/**
 * The views that are not needed for connecting, with their titles: a separate table, which loads after the first view. Each view is a chunk
 * of its own. A new view needs a loader, a case and a title here, and its route and name in `router/routes.ts`.
 */
import type { Getter } from 'jotai'
import type { ReactNode } from 'react'
import { lateWords } from '../../shared/i18n/all-messages.ts'
import type { Language } from '../../shared/i18n/language.ts'
import type { ModalKey } from '../../shared/i18n/message.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { LaterName, LaterRoute } from '../router/routes.ts'
import { activeConnectionAtom } from '../state/active-connection.ts'
import { emailLoginAtom } from '../state/email-login.ts'
import { networksAtom } from '../state/network.ts'
import { askedAtom } from '../state/wallet-screen.ts'
import { late } from './late-view.tsx'
import '../shell/second-press.ts'

export const views = {
  ConnectingWalletConnectBasic: late(() =>
    import('./pairing/ConnectingWalletConnectBasicView.tsx').then((m) => m.ConnectingWalletConnectBasicView),
  ),
  ConnectingWalletConnect: late(() =>
    import('./pairing/ConnectingWalletConnectView.tsx').then((m) => m.ConnectingWalletConnectView),
  ),
  ConnectingMultiChain: late(() =>
    import('./connecting/ConnectingMultiChainView.tsx').then((m) => m.ConnectingMultiChainView),
  ),
  WhatIsAWallet: late(() => import('./guides/WhatIsAWalletView.tsx').then((m) => m.WhatIsAWalletView)),
  AllWallets: late(() => import('./all-wallets/AllWalletsView.tsx').then((m) => m.AllWalletsView)),
  Account: late(() => import('./account/AccountView.tsx').then((m) => m.AccountView)),
  OpenWallet: late(() => import('./pairing/OpenWalletView.tsx').then((m) => m.OpenWalletView)),
  ConnectSocials: late(() => import('./social/ConnectSocialsView.tsx').then((m) => m.ConnectSocialsView)),
  ConnectingSocial: late(() => import('./social/ConnectingSocialView.tsx').then((m) => m.ConnectingSocialView)),
  ConnectingFarcaster: late(() =>
    import('./farcaster/ConnectingFarcasterView.tsx').then((m) => m.ConnectingFarcasterView),
  ),
  ConnectWallets: late(() => import('./connect-wallets/ConnectWalletsView.tsx').then((m) => m.ConnectWalletsView)),
  EmailVerifyDevice: late(() => import('./email/EmailVerifyDeviceView.tsx').then((m) => m.EmailVerifyDeviceView)),
  EmailVerifyOtp: late(() => import('./email/EmailVerifyOtpView.tsx').then((m) => m.EmailVerifyOtpView)),
  // An approval, a page (devices, recovery) and a prompt of the embedded wallet: the wallet frame draws them itself, in this place.
  ApproveTransaction: late(() => import('./wallet-screen/WalletSlot.tsx').then((m) => m.WalletSlot)),
  WalletScreen: late(() => import('./wallet-screen/WalletSlot.tsx').then((m) => m.WalletSlot)),
  UnsupportedChain: late(() =>
    import('./unsupported-chain/UnsupportedChainView.tsx').then((m) => m.UnsupportedChainView),
  ),
  SIWXSignMessage: late(() => import('./sign-in/SIWXSignMessageView.tsx').then((m) => m.SIWXSignMessageView)),
  Activity: late(() => import('./activity/ActivityView.tsx').then((m) => m.ActivityView)),
  ChooseAccountName: late(() => import('./names/ChooseAccountNameView.tsx').then((m) => m.ChooseAccountNameView)),
  Downloads: late(() => import('./downloads/DownloadsView.tsx').then((m) => m.DownloadsView)),
  GetWallet: late(() => import('./guides/GetWalletView.tsx').then((m) => m.GetWalletView)),
  Help: late(() => import('./help/HelpView.tsx').then((m) => m.HelpView)),
  Networks: late(() => import('./networks/NetworksView.tsx').then((m) => m.NetworksView)),
  Nft: late(() => import('./nfts/NftView.tsx').then((m) => m.NftView)),
  SwitchNetwork: late(() => import('./switch-network/SwitchNetworkView.tsx').then((m) => m.SwitchNetworkView)),
  SwitchActiveChain: late(() =>
    import('./switch-network/SwitchActiveChainView.tsx').then((m) => m.SwitchActiveChainView),
  ),
  SwitchAddress: late(() => import('./account/SwitchAddressView.tsx').then((m) => m.SwitchAddressView)),
  Transaction: late(() => import('./activity/TransactionView.tsx').then((m) => m.TransactionView)),
  Profile: late(() => import('./profile/ProfileView.tsx').then((m) => m.ProfileView)),
  OnRamp: late(() => import('./onramp/OnRampView.tsx').then((m) => m.OnRampView)),
  BuyInProgress: late(() => import('./onramp/BuyInProgressView.tsx').then((m) => m.BuyInProgressView)),
  Receive: late(() => import('./receive/ReceiveView.tsx').then((m) => m.ReceiveView)),
  RegisterAccountName: late(() => import('./names/RegisterAccountNameView.tsx').then((m) => m.RegisterAccountNameView)),
  RegisterAccountNameSuccess: late(() =>
    import('./names/RegisterAccountNameSuccessView.tsx').then((m) => m.RegisterAccountNameSuccessView),
  ),
  Send: late(() => import('./send/SendView.tsx').then((m) => m.SendView)),
  SendReview: late(() => import('./send/SendReviewView.tsx').then((m) => m.SendReviewView)),
  SendSelectToken: late(() => import('./send/SendSelectTokenView.tsx').then((m) => m.SendSelectTokenView)),
  SignPsbt: late(() => import('./sign-in/SignPsbtView.tsx').then((m) => m.SignPsbtView)),
  SmartSessionCreated: late(() =>
    import('./smart-sessions/SmartSessionCreatedView.tsx').then((m) => m.SmartSessionCreatedView),
  ),
  SmartSessionList: late(() => import('./smart-sessions/SmartSessionListView.tsx').then((m) => m.SmartSessionListView)),
  Swap: late(() => import('./swap/SwapView.tsx').then((m) => m.SwapView)),
  SwapPreview: late(() => import('./swap/SwapPreviewView.tsx').then((m) => m.SwapPreviewView)),
  SwapSelectToken: late(() => import('./swap/SwapSelectTokenView.tsx').then((m) => m.SwapSelectTokenView)),
  UpdateEmailWallet: late(() =>
    import('./email-change/UpdateEmailWalletView.tsx').then((m) => m.UpdateEmailWalletView),
  ),
  UpdateEmailPrimaryOtp: late(() => import('./email-change/UpdateEmailOtpView.tsx').then((m) => m.UpdateEmailOtpView)),
  UpdateEmailSecondaryOtp: late(() =>
    import('./email-change/UpdateEmailOtpView.tsx').then((m) => m.UpdateEmailOtpView),
  ),
  WalletCompatibleNetworks: late(() =>
    import('./receive/CompatibleNetworksView.tsx').then((m) => m.CompatibleNetworksView),
  ),
  WhatIsANetwork: late(() => import('./guides/WhatIsANetworkView.tsx').then((m) => m.WhatIsANetworkView)),
}

export function LaterView({ route }: { route: LaterRoute }): ReactNode {
  switch (route.view) {
    case 'ConnectingWalletConnectBasic':
      return <views.ConnectingWalletConnectBasic.View />
    case 'ConnectingWalletConnect':
      return <views.ConnectingWalletConnect.View wallet={route.wallet} />
    case 'ConnectingMultiChain':
      return <views.ConnectingMultiChain.View connectorKey={route.connectorKey} />
    case 'WhatIsAWallet':
      return <views.WhatIsAWallet.View />
    case 'AllWallets':
      return <views.AllWallets.View />
    case 'Account':
      return <views.Account.View />
    case 'OpenWallet':
      return <views.OpenWallet.View wallet={route.wallet} link={route.link} />
    case 'ConnectSocials':
      return <views.ConnectSocials.View />
    case 'ConnectingSocial':
      return <views.ConnectingSocial.View />
    case 'ConnectingFarcaster':
      return <views.ConnectingFarcaster.View />
    case 'ConnectWallets':
      return <views.ConnectWallets.View />
    case 'EmailVerifyDevice':
      return <views.EmailVerifyDevice.View />
    case 'EmailVerifyOtp':
      return <views.EmailVerifyOtp.View />
    case 'ApproveTransaction':
      return <views.ApproveTransaction.View />
    case 'WalletScreen':
      return <views.WalletScreen.View />
    case 'UnsupportedChain':
      return <views.UnsupportedChain.View />
    case 'SIWXSignMessage':
      return <views.SIWXSignMessage.View />
    case 'Activity':
      return <views.Activity.View />
    case 'ChooseAccountName':
      return <views.ChooseAccountName.View />
    case 'Downloads':
      return <views.Downloads.View wallet={route.wallet} />
    case 'GetWallet':
      return <views.GetWallet.View />
    case 'Help':
      return <views.Help.View />
    case 'Networks':
      return <views.Networks.View />
    case 'Nft':
      return <views.Nft.View nft={route.nft} />
    case 'SwitchNetwork':
      return <views.SwitchNetwork.View chainId={route.chainId} />
    case 'SwitchActiveChain':
      return <views.SwitchActiveChain.View chainId={route.chainId} />
    case 'SwitchAddress':
      return <views.SwitchAddress.View />
    case 'Transaction':
      return <views.Transaction.View entry={route.entry} />
    case 'Profile':
      return <views.Profile.View />
    case 'OnRamp':
      return <views.OnRamp.View wanted={route.wanted} />
    case 'BuyInProgress':
      return <views.BuyInProgress.View />
    case 'Receive':
      return <views.Receive.View />
    case 'RegisterAccountName':
      return <views.RegisterAccountName.View />
    case 'RegisterAccountNameSuccess':
      return <views.RegisterAccountNameSuccess.View name={route.name} />
    case 'Send':
      return <views.Send.View />
    case 'SendReview':
      return <views.SendReview.View />
    case 'SendSelectToken':
      return <views.SendSelectToken.View />
    case 'SignPsbt':
      return <views.SignPsbt.View />
    case 'SmartSessionCreated':
      return <views.SmartSessionCreated.View />
    case 'SmartSessionList':
      return <views.SmartSessionList.View />
    case 'Swap':
      return <views.Swap.View />
    case 'SwapPreview':
      return <views.SwapPreview.View />
    case 'SwapSelectToken':
      return <views.SwapSelectToken.View side={route.side} />
    case 'UpdateEmailWallet':
      return <views.UpdateEmailWallet.View />
    case 'UpdateEmailPrimaryOtp':
      return <views.UpdateEmailPrimaryOtp.View side="primary" />
    case 'UpdateEmailSecondaryOtp':
      return <views.UpdateEmailSecondaryOtp.View side="secondary" />
    case 'WalletCompatibleNetworks':
      return <views.WalletCompatibleNetworks.View />
    case 'WhatIsANetwork':
      return <views.WhatIsANetwork.View />
  }
}

const titles: Record<LaterName, ModalKey> = {
  ConnectingWalletConnectBasic: 'pairing.title',
  ConnectingWalletConnect: 'pairing.title',
  ConnectingMultiChain: 'multichain.title',
  WhatIsAWallet: 'whatIsAWallet.title',
  AllWallets: 'allWallets.title',
  Account: 'account.title',
  OpenWallet: 'pairing.title',
  ConnectSocials: 'social.all',
  ConnectingSocial: 'social.title',
  ConnectingFarcaster: 'farcaster.title',
  ConnectWallets: 'connect.title',
  EmailVerifyDevice: 'emailDevice.title',
  EmailVerifyOtp: 'emailCode.title',
  ApproveTransaction: 'approveTransaction.title',
  WalletScreen: 'walletScreen.title',
  UnsupportedChain: 'unsupported.title',
  SIWXSignMessage: 'siwx.title',
  Activity: 'activity.title',
  ChooseAccountName: 'names.view',
  Downloads: 'downloads.title',
  GetWallet: 'getWallet.title',
  Help: 'help.title',
  Networks: 'networks.title',
  Nft: 'nft.title',
  SwitchNetwork: 'switchNetwork.title',
  SwitchActiveChain: 'switchChain.title',
  SwitchAddress: 'switchAddress.title',
  Transaction: 'transaction.title',
  Profile: 'profile.title',
  OnRamp: 'onramp.title',
  BuyInProgress: 'onramp.title',
  Receive: 'receive.title',
  Send: 'send.title',
  SendReview: 'sendReview.title',
  SendSelectToken: 'sendToken.title',
  SignPsbt: 'signPsbt.title',
  SmartSessionCreated: 'smartSessions.created.view',
  SmartSessionList: 'smartSessions.title',
  Swap: 'swap.title',
  SwapPreview: 'swapReview.title',
  SwapSelectToken: 'swapToken.title',
  RegisterAccountName: 'names.title',
  UpdateEmailWallet: 'emailChange.title',
  UpdateEmailPrimaryOtp: 'emailChange.title.primary',
  UpdateEmailSecondaryOtp: 'emailChange.title.secondary',
  RegisterAccountNameSuccess: 'names.view',
  WalletCompatibleNetworks: 'compatible.title',
  WhatIsANetwork: 'whatIsANetwork.title',
}

export function titleOf(route: LaterRoute, { withLate }: Language, get: Getter): string {
  return subjectOf(route, get) ?? withLate(lateWords)(...wordsOf(route, get))
}

/** The wallet, network or provider that a view is about. */
function subjectOf(route: LaterRoute, get: Getter): string | undefined {
  switch (route.view) {
    case 'ConnectingSocial':
      return route.provider
    case 'ConnectingWalletConnect':
      return route.wallet.name
    case 'OpenWallet':
      return route.wallet
    case 'SwitchNetwork':
      return get(networksAtom).find(({ id }) => id === route.chainId)?.name
    default:
      return undefined
  }
}

/** Some views change their content after they were opened, and their title with it. */
function wordsOf(route: LaterRoute, get: Getter): Parameters<Translate<ModalKey>> {
  if (route.view === 'Downloads') return ['downloads.titleOf', { wallet: route.wallet.name }]
  if (route.view === 'ApproveTransaction' && get(askedAtom)[0]?.kind === 'signature') return ['approveSignature.title']
  if (route.view === 'EmailVerifyOtp' && isWalletOpening(get)) return ['walletScreen.title']
  return [titles[route.view]]
}

function isWalletOpening(get: Getter): boolean {
  const login = get(emailLoginAtom)
  if (login.step === 'code') return openingStatuses.has(login.check.status)
  // The login has ended with the account, and its view is fading.
  return get(activeConnectionAtom)?.wallet.type === 'auth'
}
const openingStatuses: ReadonlySet<string> = new Set(['opening', 'failed', 'done'])
