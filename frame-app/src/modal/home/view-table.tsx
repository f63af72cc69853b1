/**
 * The views that are not needed for connecting, one row each: its code, a chunk of its own, and its title. This table loads after the first
 * view. A new view needs a row here, and its route in `core/router/routes.ts`.
 */
import type { Getter } from 'jotai'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { viewWords } from '../../shared/i18n/all-messages.ts'
import type { Language } from '../../shared/i18n/language.ts'
import type { ModalKey } from '../../shared/i18n/message.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import type { LazyName, LazyRoute } from '../core/router/routes.ts'
import { askedAtom } from '../features/embedded/state/wallet-screen.ts'
import { emailLoginAtom } from '../features/login/state/email-login.ts'
import { type LazyView, lazyView } from '../kit/lazy-view.tsx'
import { activeConnectionAtom } from '../session/state/active-connection.ts'
import { networksAtom } from '../session/state/network.ts'
import '../kit/second-press.ts'

type Routes = { readonly [One in LazyRoute as One['view']]: One }

interface Words {
  readonly get: Getter
  readonly t: Translate<ModalKey>
}
/** The wallet, network or provider that the view is about, or what its content has become since it was opened. */
type TitleOf<Args> = (args: Args, words: Words) => string

interface Row<Args> {
  readonly view: LazyView<Args>
  readonly title: ModalKey | TitleOf<Args>
}

/** The component gets the arguments of its route as props. */
const row = <Args extends object>(load: () => Promise<ComponentType<Args>>, title: Row<Args>['title']): Row<Args> => ({
  view: lazyView(load),
  title,
})

const table: { readonly [Name in LazyName]: Row<Routes[Name]> } = {
  ConnectingWalletConnectBasic: row(
    () =>
      import('../features/pairing/view/ConnectingWalletConnectBasicView.tsx').then(
        (m) => m.ConnectingWalletConnectBasicView,
      ),
    'pairing.title',
  ),
  ConnectingWalletConnect: row(
    () => import('../features/pairing/view/ConnectingWalletConnectView.tsx').then((m) => m.ConnectingWalletConnectView),
    ({ wallet }) => wallet.name,
  ),
  ConnectingMultiChain: row(
    () => import('../features/connect/view/ConnectingMultiChainView.tsx').then((m) => m.ConnectingMultiChainView),
    'multichain.title',
  ),
  WhatIsAWallet: row(
    () => import('./guides/WhatIsAWalletView.tsx').then((m) => m.WhatIsAWalletView),
    'whatIsAWallet.title',
  ),
  AllWallets: row(
    () => import('../features/all-wallets/view/AllWalletsView.tsx').then((m) => m.AllWalletsView),
    'allWallets.title',
  ),
  Account: row(() => import('./account/AccountView.tsx').then((m) => m.AccountView), 'account.title'),
  OpenWallet: row(
    () => import('../features/pairing/view/OpenWalletView.tsx').then((m) => m.OpenWalletView),
    ({ wallet }) => wallet,
  ),
  ConnectSocials: row(
    () => import('../features/login/view/ConnectSocialsView.tsx').then((m) => m.ConnectSocialsView),
    'social.all',
  ),
  ConnectingSocial: row(
    () => import('../features/login/view/ConnectingSocialView.tsx').then((m) => m.ConnectingSocialView),
    ({ provider }) => provider,
  ),
  ConnectingFarcaster: row(
    () => import('../features/login/view/ConnectingFarcasterView.tsx').then((m) => m.ConnectingFarcasterView),
    'farcaster.title',
  ),
  ConnectWallets: row(
    () => import('../features/connect/view/ConnectWalletsView.tsx').then((m) => m.ConnectWalletsView),
    'connect.title',
  ),
  EmailVerifyDevice: row(
    () => import('../features/login/view/EmailVerifyDeviceView.tsx').then((m) => m.EmailVerifyDeviceView),
    'emailDevice.title',
  ),
  EmailVerifyOtp: row(
    () => import('../features/login/view/EmailVerifyOtpView.tsx').then((m) => m.EmailVerifyOtpView),
    (_, { get, t }) => t(isWalletOpening(get) ? 'walletScreen.title' : 'emailCode.title'),
  ),
  // An approval, a page (devices, recovery) and a prompt of the embedded wallet: the wallet frame draws them itself, in this place.
  ApproveTransaction: row(
    () => import('../features/embedded/view/WalletSlot.tsx').then((m) => m.WalletSlot),
    (_, { get, t }) =>
      t(get(askedAtom)[0]?.kind === 'signature' ? 'approveSignature.title' : 'approveTransaction.title'),
  ),
  WalletScreen: row(
    () => import('../features/embedded/view/WalletSlot.tsx').then((m) => m.WalletSlot),
    'walletScreen.title',
  ),
  UnsupportedChain: row(
    () => import('../features/networks/view/UnsupportedChainView.tsx').then((m) => m.UnsupportedChainView),
    'unsupported.title',
  ),
  SIWXSignMessage: row(
    () => import('../features/sign-in/view/SIWXSignMessageView.tsx').then((m) => m.SIWXSignMessageView),
    'siwx.title',
  ),
  Activity: row(
    () => import('../features/activity/view/ActivityView.tsx').then((m) => m.ActivityView),
    'activity.title',
  ),
  ChooseAccountName: row(
    () => import('../features/names/view/ChooseAccountNameView.tsx').then((m) => m.ChooseAccountNameView),
    'names.view',
  ),
  Downloads: row(
    () => import('../features/pairing/view/DownloadsView.tsx').then((m) => m.DownloadsView),
    ({ wallet }, { t }) => t('downloads.titleOf', { wallet: wallet.name }),
  ),
  GetWallet: row(() => import('./guides/GetWalletView.tsx').then((m) => m.GetWalletView), 'getWallet.title'),
  Help: row(() => import('./help/HelpView.tsx').then((m) => m.HelpView), 'help.title'),
  Networks: row(
    () => import('../features/networks/view/NetworksView.tsx').then((m) => m.NetworksView),
    'networks.title',
  ),
  Nft: row(() => import('../features/assets/view/NftView.tsx').then((m) => m.NftView), 'nft.title'),
  SwitchNetwork: row(
    () => import('../features/networks/view/SwitchNetworkView.tsx').then((m) => m.SwitchNetworkView),
    ({ chainId }, { get, t }) => get(networksAtom).find(({ id }) => id === chainId)?.name ?? t('switchNetwork.title'),
  ),
  SwitchActiveChain: row(
    () => import('../features/networks/view/SwitchActiveChainView.tsx').then((m) => m.SwitchActiveChainView),
    'switchChain.title',
  ),
  SwitchAddress: row(
    () => import('./account/SwitchAddressView.tsx').then((m) => m.SwitchAddressView),
    'switchAddress.title',
  ),
  Transaction: row(
    () => import('../features/activity/view/TransactionView.tsx').then((m) => m.TransactionView),
    'transaction.title',
  ),
  Profile: row(() => import('./profile/ProfileView.tsx').then((m) => m.ProfileView), 'profile.title'),
  OnRamp: row(() => import('../features/buy/view/OnRampView.tsx').then((m) => m.OnRampView), 'onramp.title'),
  BuyInProgress: row(
    () => import('../features/buy/view/BuyInProgressView.tsx').then((m) => m.BuyInProgressView),
    'onramp.title',
  ),
  Receive: row(() => import('../features/receive/view/ReceiveView.tsx').then((m) => m.ReceiveView), 'receive.title'),
  RegisterAccountName: row(
    () => import('../features/names/view/RegisterAccountNameView.tsx').then((m) => m.RegisterAccountNameView),
    'names.title',
  ),
  RegisterAccountNameSuccess: row(
    () =>
      import('../features/names/view/RegisterAccountNameSuccessView.tsx').then((m) => m.RegisterAccountNameSuccessView),
    'names.view',
  ),
  Send: row(() => import('../features/send/view/SendView.tsx').then((m) => m.SendView), 'send.title'),
  SendReview: row(
    () => import('../features/send/view/SendReviewView.tsx').then((m) => m.SendReviewView),
    'sendReview.title',
  ),
  SendSelectToken: row(
    () => import('../features/send/view/SendSelectTokenView.tsx').then((m) => m.SendSelectTokenView),
    'sendToken.title',
  ),
  SignPsbt: row(
    () => import('../features/sign-in/view/SignPsbtView.tsx').then((m) => m.SignPsbtView),
    'signPsbt.title',
  ),
  SmartSessionCreated: row(
    () => import('../features/embedded/view/SmartSessionCreatedView.tsx').then((m) => m.SmartSessionCreatedView),
    'smartSessions.created.view',
  ),
  SmartSessionList: row(
    () => import('../features/embedded/view/SmartSessionListView.tsx').then((m) => m.SmartSessionListView),
    'smartSessions.title',
  ),
  Swap: row(() => import('../features/swap/view/SwapView.tsx').then((m) => m.SwapView), 'swap.title'),
  SwapPreview: row(
    () => import('../features/swap/view/SwapPreviewView.tsx').then((m) => m.SwapPreviewView),
    'swapReview.title',
  ),
  SwapSelectToken: row(
    () => import('../features/swap/view/SwapSelectTokenView.tsx').then((m) => m.SwapSelectTokenView),
    'swapToken.title',
  ),
  UpdateEmailWallet: row(
    () => import('../features/login/view/UpdateEmailWalletView.tsx').then((m) => m.UpdateEmailWalletView),
    'emailChange.title',
  ),
  UpdateEmailPrimaryOtp: row(
    () => import('../features/login/view/UpdateEmailOtpView.tsx').then((m) => m.UpdateEmailPrimaryOtpView),
    'emailChange.title.primary',
  ),
  UpdateEmailSecondaryOtp: row(
    () => import('../features/login/view/UpdateEmailOtpView.tsx').then((m) => m.UpdateEmailSecondaryOtpView),
    'emailChange.title.secondary',
  ),
  WalletCompatibleNetworks: row(
    () => import('../features/receive/view/CompatibleNetworksView.tsx').then((m) => m.CompatibleNetworksView),
    'compatible.title',
  ),
  WhatIsANetwork: row(
    () => import('./guides/WhatIsANetworkView.tsx').then((m) => m.WhatIsANetworkView),
    'whatIsANetwork.title',
  ),
}

export const codeOf = (name: LazyName): Promise<unknown> | undefined => table[name].view.code()

export function LazyRouteView({ route }: { route: LazyRoute }): ReactNode {
  return draw(route.view, route)
}

function draw<Name extends LazyName>(name: Name, route: Routes[Name]): ReactNode {
  return createElement(table[name].view.View, route)
}

export function titleOf(route: LazyRoute, { withWords }: Language, get: Getter): string {
  return inWords(route.view, route, { get, t: withWords(viewWords) })
}

function inWords<Name extends LazyName>(name: Name, route: Routes[Name], words: Words): string {
  const { title } = table[name]
  return typeof title === 'string' ? words.t(title) : title(route, words)
}

function isWalletOpening(get: Getter): boolean {
  const login = get(emailLoginAtom)
  if (login.step === 'code') return openingStatuses.has(login.check.status)
  // The login has ended with the account, and its view is fading.
  return get(activeConnectionAtom)?.wallet.type === 'auth'
}
const openingStatuses: ReadonlySet<string> = new Set(['opening', 'failed', 'done'])
