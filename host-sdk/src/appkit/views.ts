/** What `open` of AppKit may be asked for. */
import type { View } from '@airlock/host-sdk'
import { cannot } from './refuse.ts'

export type Views =
  | 'Account'
  | 'AllWallets'
  | 'Connect'
  | 'Networks'
  | 'OnRampProviders'
  | 'WhatIsANetwork'
  | 'WhatIsAWallet'
const views: readonly View[] = ['Account', 'AllWallets', 'Connect', 'Networks', 'WhatIsANetwork', 'WhatIsAWallet']

export const goneViews: Readonly<Record<string, string>> = {
  ApproveTransaction: 'is opened by a request of your page, and by nothing else',
  ConnectingWalletConnectBasic: 'is opened by the visitor’s choice in the modal',
  Swap: 'does not exist',
  WalletSend: 'does not exist',
}

export function toView(view: string | undefined): View | undefined {
  const known = view === 'OnRampProviders' ? 'OnRamp' : views.find((one) => one === view)
  if (view === undefined || known) return known
  return cannot(`view: ${view}`, goneViews[view] ?? 'does not exist')
}
