/** View names with their arguments. A view has this name in `home/view-table.tsx`, in the gallery and on the wire. */
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { ListedWallet } from '../api/listed-wallet.ts'

/** Opens a wallet app with a pairing code, or for a request that waits in it. */
export interface WalletAppLink {
  readonly href: string
  /** `self` starts an app without navigating the page. A web URL never replaces the page. */
  readonly target: 'self' | 'blank'
  /** The same link for the one app that Android's store lists, as an intent. Without that app the store opens. */
  readonly intent?: string
}

export type Route =
  | { view: 'Connect' }
  | { view: 'ConnectingExternal'; connectorKey: string }
  /** A wallet of the page works in several namespaces: lets the user choose one to connect. */
  | { view: 'ConnectingMultiChain'; connectorKey: string }
  | { view: 'ConnectingWalletConnectBasic' }
  /** Pairing with one listed wallet, by QR code or by the wallet's links. */
  | { view: 'ConnectingWalletConnect'; wallet: ListedWallet }
  /** A request waits in a remote wallet that the page could not open: shows a button that opens it. */
  | { view: 'OpenWallet'; wallet: string; link: WalletAppLink }
  | { view: 'AllWallets' }
  /** Where to get one wallet of the list. */
  | { view: 'Downloads'; wallet: ListedWallet }
  /** The wallets of Connect, if Connect shows only a row that leads to them. */
  | { view: 'ConnectWallets' }
  /** Email login: waits until the device is approved in the email; the next view asks for the code. */
  | { view: 'EmailVerifyDevice' }
  | { view: 'EmailVerifyOtp' }
  /** Change of the email address of the embedded wallet: the field, then the codes of both mailboxes. */
  | { view: 'UpdateEmailWallet' }
  | { view: 'UpdateEmailPrimaryOtp' }
  | { view: 'UpdateEmailSecondaryOtp' }
  /** Social login: waits for the provider's window. */
  | { view: 'ConnectingSocial'; provider: string }
  /** Farcaster login: a code, which the Farcaster app scans. */
  | { view: 'ConnectingFarcaster' }
  /** All social logins, if Connect has room for only some. */
  | { view: 'ConnectSocials' }
  | { view: 'Account' }
  /** The addresses that the wallet shares, of which one is in use. */
  | { view: 'SwitchAddress' }
  /** All transactions of the account. */
  | { view: 'Activity' }
  /** The receipt of one transaction, by its key in the list. */
  | { view: 'Transaction'; entry: string }
  /** One NFT of the account, by its key in the list. */
  | { view: 'Nft'; nft: string }
  /** An approval of the embedded wallet, which renders it itself. */
  | { view: 'ApproveTransaction' }
  /** A page of the embedded wallet, or a prompt while it opens. */
  | { view: 'WalletScreen' }
  | { view: 'Networks' }
  | { view: 'SwitchNetwork'; chainId: Caip2 }
  /** The network's namespace has no connection: another wallet must be connected. */
  | { view: 'SwitchActiveChain'; chainId: Caip2 }
  | { view: 'UnsupportedChain' }
  | { view: 'WhatIsAWallet' }
  | { view: 'WhatIsANetwork' }
  | { view: 'GetWallet' }
  | { view: 'Error'; code: ErrorCode }
  | { view: 'Help' }
  /** For pages also `ConnectingSiwe`: AppKit's name for the same view where `siweConfig` is used. */
  | { view: 'SIWXSignMessage' }
  /** A Bitcoin transaction that the page wants to have signed. */
  | { view: 'SignPsbt' }
  /** Settings of the account and of the modal. */
  | { view: 'Profile' }
  | { view: 'Receive' }
  /** A payment: the form, the choice of the token, and the review. */
  | { view: 'Send' }
  | { view: 'SendSelectToken' }
  | { view: 'SendReview' }
  /** A swap: the form, the choice of a token, and the review. */
  | { view: 'Swap' }
  | { view: 'SwapSelectToken'; side: 'from' | 'to' }
  | { view: 'SwapPreview' }
  /** What to buy, for how much, and from which provider. `wanted`: the coins that a payment lacks. */
  | { view: 'OnRamp'; wanted?: { symbol: string; chainId: Caip2 } }
  /** One purchase: before the user leaves for the checkout, and the wait for it. */
  | { view: 'BuyInProgress' }
  /** What the site may do without asking, as the account of the embedded wallet (ERC-7715). */
  | { view: 'SmartSessionList' }
  | { view: 'SmartSessionCreated' }
  /** The networks on which the account can receive. */
  | { view: 'WalletCompatibleNetworks' }
  | { view: 'ChooseAccountName' }
  | { view: 'RegisterAccountName' }
  | { view: 'RegisterAccountNameSuccess'; name: string }

export type ViewName = Route['view']

/** The views of the first bundle. All others load on demand, with their titles (`home/view-table.tsx`). */
export type FirstName = 'Connect' | 'ConnectingExternal' | 'Error'
export type FirstRoute = Extract<Route, { view: FirstName }>
export type LazyName = Exclude<ViewName, FirstName>
export type LazyRoute = Extract<Route, { view: LazyName }>

/** Views that a host may open by name, and when. At other times the account or Connect is shown instead. */
const openable = {
  Connect: '',
  Account: '',
  Activity: 'connected',
  AllWallets: 'disconnected',
  Networks: 'always',
  OnRamp: 'connected',
  Profile: 'connected',
  Receive: 'connected',
  RegisterAccountName: 'connected',
  SIWXSignMessage: 'connected',
  Send: 'connected',
  Swap: 'connected',
  WhatIsAWallet: 'always',
  WhatIsANetwork: 'always',
} as const
export type OpenableView = keyof typeof openable

export const isOpenable = (name: string): name is OpenableView => Object.hasOwn(openable, name)

/** Whether the view itself is shown when the user or the page asks for it. */
export const opensAs = (name: OpenableView, isConnected: boolean): boolean =>
  openable[name] === 'always' || openable[name] === (isConnected ? 'connected' : 'disconnected')
