/** The views that AppKit's `open` accepts. */
import type { View } from '@airlock/host-sdk'
import { cannot } from './refuse.ts'

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

const byVisitor = 'is opened by the visitor’s choice in the modal'
export const goneViews: Readonly<Record<string, string>> = {
  ApproveTransaction: 'is opened by a request of your page, and by nothing else',
  ConnectingWalletConnectBasic: byVisitor,
  Downloads: byVisitor,
  GetWallet: byVisitor,
  SwitchNetwork: 'is opened by `switchNetwork`',
  UnsupportedChain: 'is opened when the wallet is on a network that is not one of yours',
  WalletCompatibleNetworks: 'is opened from `WalletReceive`',
}

export function toView(view: string | undefined): View | undefined {
  if (view === undefined) return undefined
  return isView(view) ? views[view] : cannot(`view: ${view}`, goneViews[view] ?? 'does not exist')
}

const isView = (view: string): view is Views => Object.hasOwn(views, view)
