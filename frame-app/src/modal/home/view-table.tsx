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

/** The code of a view, whose component has its name with `View` behind it and gets the arguments of its route as props, and its title. */
type Row<Name extends LazyName> = [
  load: () => Promise<{ readonly [Component in `${Name}View`]: ComponentType<Routes[Name]> }>,
  title: ModalKey | TitleOf<Routes[Name]>,
  /** Set when it is first needed. */
  view?: LazyView<Routes[Name]>,
]

/** The wallet frame draws an approval, a page (devices, recovery) and a prompt of the embedded wallet itself, in this place. */
const loadWalletSlot = () =>
  import('../features/embedded/view/WalletSlot.tsx').then(({ WalletSlot }) => ({
    ApproveTransactionView: WalletSlot,
    WalletScreenView: WalletSlot,
  }))

const table: { readonly [Name in LazyName]: Row<Name> } = {
  ConnectingWalletConnectBasic: [
    () => import('../features/pairing/view/ConnectingWalletConnectBasicView.tsx'),
    'pairing.title',
  ],
  ConnectingWalletConnect: [
    () => import('../features/pairing/view/ConnectingWalletConnectView.tsx'),
    ({ wallet }) => wallet.name,
  ],
  ConnectingMultiChain: [() => import('../features/connect/view/ConnectingMultiChainView.tsx'), 'multichain.title'],
  WhatIsAWallet: [() => import('./guides/WhatIsAWalletView.tsx'), 'whatIsAWallet.title'],
  AllWallets: [() => import('../features/all-wallets/view/AllWalletsView.tsx'), 'allWallets.title'],
  Account: [() => import('./account/AccountView.tsx'), 'account.title'],
  OpenWallet: [() => import('../features/pairing/view/OpenWalletView.tsx'), ({ wallet }) => wallet],
  ConnectSocials: [() => import('../features/login/view/ConnectSocialsView.tsx'), 'social.all'],
  ConnectingSocial: [() => import('../features/login/view/ConnectingSocialView.tsx'), ({ provider }) => provider],
  ConnectingFarcaster: [() => import('../features/login/view/ConnectingFarcasterView.tsx'), 'farcaster.title'],
  ConnectWallets: [() => import('../features/connect/view/ConnectWalletsView.tsx'), 'connect.title'],
  EmailVerifyDevice: [() => import('../features/login/view/EmailVerifyDeviceView.tsx'), 'emailDevice.title'],
  EmailVerifyOtp: [
    () => import('../features/login/view/EmailVerifyOtpView.tsx'),
    (_, { get, t }) => t(isWalletOpening(get) ? 'walletScreen.title' : 'emailCode.title'),
  ],
  ApproveTransaction: [
    loadWalletSlot,
    (_, { get, t }) =>
      t(get(askedAtom)[0]?.kind === 'signature' ? 'approveSignature.title' : 'approveTransaction.title'),
  ],
  WalletScreen: [loadWalletSlot, 'walletScreen.title'],
  UnsupportedChain: [() => import('../features/networks/view/UnsupportedChainView.tsx'), 'unsupported.title'],
  SIWXSignMessage: [() => import('../features/sign-in/view/SIWXSignMessageView.tsx'), 'siwx.title'],
  Activity: [() => import('../features/activity/view/ActivityView.tsx'), 'activity.title'],
  ChooseAccountName: [() => import('../features/names/view/ChooseAccountNameView.tsx'), 'names.view'],
  Downloads: [
    () => import('../features/pairing/view/DownloadsView.tsx'),
    ({ wallet }, { t }) => t('downloads.titleOf', { wallet: wallet.name }),
  ],
  GetWallet: [() => import('./guides/GetWalletView.tsx'), 'getWallet.title'],
  Help: [() => import('./help/HelpView.tsx'), 'help.title'],
  Networks: [() => import('../features/networks/view/NetworksView.tsx'), 'networks.title'],
  Nft: [() => import('../features/assets/view/NftView.tsx'), 'nft.title'],
  SwitchNetwork: [
    () => import('../features/networks/view/SwitchNetworkView.tsx'),
    ({ chainId }, { get, t }) => get(networksAtom).find(({ id }) => id === chainId)?.name ?? t('switchNetwork.title'),
  ],
  SwitchActiveChain: [() => import('../features/networks/view/SwitchActiveChainView.tsx'), 'switchChain.title'],
  SwitchAddress: [() => import('./account/SwitchAddressView.tsx'), 'switchAddress.title'],
  Transaction: [() => import('../features/activity/view/TransactionView.tsx'), 'transaction.title'],
  Profile: [() => import('./profile/ProfileView.tsx'), 'profile.title'],
  OnRamp: [() => import('../features/buy/view/OnRampView.tsx'), 'onramp.title'],
  BuyInProgress: [() => import('../features/buy/view/BuyInProgressView.tsx'), 'onramp.title'],
  Receive: [() => import('../features/receive/view/ReceiveView.tsx'), 'receive.title'],
  RegisterAccountName: [() => import('../features/names/view/RegisterAccountNameView.tsx'), 'names.title'],
  RegisterAccountNameSuccess: [() => import('../features/names/view/RegisterAccountNameSuccessView.tsx'), 'names.view'],
  Send: [() => import('../features/send/view/SendView.tsx'), 'send.title'],
  SendReview: [() => import('../features/send/view/SendReviewView.tsx'), 'sendReview.title'],
  SendSelectToken: [() => import('../features/send/view/SendSelectTokenView.tsx'), 'sendToken.title'],
  SignPsbt: [() => import('../features/sign-in/view/SignPsbtView.tsx'), 'signPsbt.title'],
  SmartSessionCreated: [
    () => import('../features/embedded/view/SmartSessionCreatedView.tsx'),
    'smartSessions.created.view',
  ],
  SmartSessionList: [() => import('../features/embedded/view/SmartSessionListView.tsx'), 'smartSessions.title'],
  Swap: [() => import('../features/swap/view/SwapView.tsx'), 'swap.title'],
  SwapPreview: [() => import('../features/swap/view/SwapPreviewView.tsx'), 'swapReview.title'],
  SwapSelectToken: [() => import('../features/swap/view/SwapSelectTokenView.tsx'), 'swapToken.title'],
  UpdateEmailWallet: [() => import('../features/login/view/UpdateEmailWalletView.tsx'), 'emailChange.title'],
  UpdateEmailPrimaryOtp: [() => import('../features/login/view/UpdateEmailOtpView.tsx'), 'emailChange.title.primary'],
  UpdateEmailSecondaryOtp: [
    () => import('../features/login/view/UpdateEmailOtpView.tsx'),
    'emailChange.title.secondary',
  ],
  WalletCompatibleNetworks: [() => import('../features/receive/view/CompatibleNetworksView.tsx'), 'compatible.title'],
  WhatIsANetwork: [() => import('./guides/WhatIsANetworkView.tsx'), 'whatIsANetwork.title'],
}

function viewOf<Name extends LazyName>(name: Name): LazyView<Routes[Name]> {
  const row: Row<Name> = table[name]
  row[2] ??= lazyView(() => row[0]().then((module) => module[`${name}View` as const]))
  return row[2]
}

export const codeOf = (name: LazyName): Promise<unknown> | undefined => viewOf(name).code()

export const LazyRouteView = ({ route }: { route: LazyRoute }): ReactNode => draw(route.view, route)

const draw = <Name extends LazyName>(name: Name, route: Routes[Name]): ReactNode =>
  createElement(viewOf(name).View, route)

export function titleOf(route: LazyRoute, { withWords }: Language, get: Getter): string {
  return inWords(route.view, route, { get, t: withWords(viewWords) })
}

function inWords<Name extends LazyName>(name: Name, route: Routes[Name], words: Words): string {
  const [, title] = table[name]
  return typeof title === 'string' ? words.t(title) : title(route, words)
}

function isWalletOpening(get: Getter): boolean {
  const login = get(emailLoginAtom)
  if (login.step === 'code') return openingStatuses.has(login.check.status)
  // The login has ended with the account, and its view is fading.
  return get(activeConnectionAtom)?.wallet.type === 'auth'
}
const openingStatuses: ReadonlySet<string> = new Set(['opening', 'failed', 'done'])
