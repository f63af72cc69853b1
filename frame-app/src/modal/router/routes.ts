/** View names with their arguments. A view is found by this name in `views/`, in messages (`view.<Name>`) and on the wire. */
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { ListedWallet } from '../api/listed-wallet.ts'
import type { PairingLink } from '../connectors/walletconnect/links.ts'

export type Route =
  | { view: 'Connect' }
  | { view: 'ConnectingExternal'; connectorKey: string }
  | { view: 'ConnectingWalletConnectBasic' }
  /** One wallet of a list, by its code or its links. */
  | { view: 'ConnectingWalletConnect'; wallet: ListedWallet }
  /** A request waits in a remote wallet, which the page did not open. */
  | { view: 'OpenWallet'; wallet: string; link: PairingLink }
  | { view: 'AllWallets' }
  /** Where to get one wallet of the list. */
  | { view: 'Downloads'; wallet: ListedWallet }
  /** The wallets of Connect, where it shows only the way to them. */
  | { view: 'ConnectWallets' }
  /** Waits for the answer to the email, and then for the code. */
  | { view: 'EmailVerifyDevice' }
  | { view: 'EmailVerifyOtp' }
  | { view: 'Account' }
  /** An approval of the embedded wallet, which renders it itself. */
  | { view: 'ApproveTransaction' }
  /** A page of the embedded wallet, or a prompt while it opens. */
  | { view: 'WalletScreen' }
  | { view: 'Networks' }
  | { view: 'SwitchNetwork'; chainId: Caip2 }
  | { view: 'UnsupportedChain' }
  | { view: 'WhatIsAWallet' }
  | { view: 'WhatIsANetwork' }
  | { view: 'GetWallet' }
  | { view: 'Error'; code: ErrorCode }
  | { view: 'Help' }
  | { view: 'SIWXSignMessage' }

export type ViewName = Route['view']

/** Views that a host may open by name (behaviour facts §5.1). */
export const openableViews: ReadonlySet<string> = new Set<ViewName>([
  'Connect',
  'AllWallets',
  'Account',
  'Networks',
  'WhatIsAWallet',
  'WhatIsANetwork',
])
