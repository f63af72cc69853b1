/** The views that AppKit's `open` accepts. */
import type { Namespace, Network, SwapArgs, View } from '@airlock/host-sdk'
import { cannot, entryOf, leftOut } from './refuse.ts'

export type Views =
  | 'Account'
  | 'AllWallets'
  | 'Connect'
  | 'ConnectingSiwe'
  | 'Networks'
  | 'SIWXSignMessage'
  | 'Swap'
  | 'WhatIsANetwork'
  | 'WhatIsAWallet'
  | keyof typeof renamed

export interface OpenOptions {
  view?: Views
  namespace?: Namespace
  /** For the view `Swap`. */
  arguments?: SwapArguments
}

/** Views of AppKit’s router. Pages open them by name, although its types contain only some of them. */
export const renamed = {
  AccountSettings: 'Profile',
  ChooseAccountName: 'RegisterAccountName',
  OnRampProviders: 'OnRamp',
  Profile: 'Profile',
  ProfileWallets: 'Profile',
  RegisterAccountName: 'RegisterAccountName',
  Transactions: 'Activity',
  WalletReceive: 'Receive',
  WalletSend: 'Send',
} as const satisfies Readonly<Record<string, View>>

const views: Readonly<Record<Views, View>> = {
  Account: 'Account',
  AllWallets: 'AllWallets',
  Connect: 'Connect',
  ConnectingSiwe: 'ConnectingSiwe',
  Networks: 'Networks',
  SIWXSignMessage: 'SIWXSignMessage',
  Swap: 'Swap',
  WhatIsANetwork: 'WhatIsANetwork',
  WhatIsAWallet: 'WhatIsAWallet',
  ...renamed,
}

const byUser = 'is opened by the user’s choice in the modal'
const vendor = 'is a service of the vendor of AppKit, and not offered'
export const goneViews: Readonly<Record<string, string>> = {
  ApproveTransaction: 'is opened by a request of your page, and by nothing else',
  ConnectingWalletConnectBasic: byUser,
  Downloads: byUser,
  FundWallet: vendor,
  GetWallet: byUser,
  PayWithExchange: vendor,
  SmartSessionList: 'is AppKit’s and not offered: a session is granted and ended in the view `Account`',
  SwitchNetwork: 'is opened by `switchNetwork`',
  UpgradeEmailWallet: 'is AppKit’s and not offered: an embedded wallet needs no upgrade',
  UnsupportedChain: 'is opened when the wallet is on a network that is not one of yours',
  WalletCompatibleNetworks: 'is opened from `WalletReceive`',
}

export function toView(view: string | undefined): View | undefined {
  if (view === undefined) return undefined
  return isView(view) ? views[view] : cannot(`view: ${view}`, entryOf(goneViews, view) ?? 'does not exist')
}

const isView = (view: string): view is Views => Object.hasOwn(views, view)

/** AppKit's way to fill the view `Swap` in. */
export interface SwapArguments {
  /** In units of the token, as decimal text. */
  amount?: string
  /** The symbol of the network's currency, or the address of a token on the active network. A token's symbol is left out. */
  fromToken?: string
  toToken?: string
}

/** A symbol is no token: anyone can make one with the same symbol. So a page names tokens by address, as everywhere here. */
function toToken(name: string, given: string | undefined, network: Network | undefined): string | undefined {
  if (given === undefined) return undefined
  if (given === 'native' || given === network?.nativeCurrency.symbol) return 'native'
  if (given.includes(':')) return given
  if (network && /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(given))
    return `${network.caipNetworkId}:${given}`
  leftOut(
    `${name}: ${given}`,
    'is left out, and the user chooses: many tokens may have this symbol, so pass the address of yours',
  )
  return undefined
}

export function toSwapArgs(given: SwapArguments, network: Network | undefined): SwapArgs {
  const { amount, fromToken, toToken: wanted, ...others } = given
  for (const name of Object.keys(others)) cannot(`arguments.${name}`, 'does not exist')
  const [from, to] = [toToken('fromToken', fromToken, network), toToken('toToken', wanted, network)]
  return {
    ...(amount !== undefined && { amount }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(network && { chainId: network.caipNetworkId }),
  }
}
