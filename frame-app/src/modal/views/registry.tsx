/**
 * Views by route name. Connect and Error are part of the first bundle; Error must not need the network to appear. Every other
 * view is a lazy chunk. A new view needs a loader and a case here, a route in `router/routes.ts` and a title in
 * `shell/use-title.ts`.
 */
import type { ReactNode } from 'react'
import type { Route, ViewName } from '../router/routes.ts'
import { ConnectView } from './connect/ConnectView.tsx'
import { ErrorView } from './error/ErrorView.tsx'
import { late } from './late-view.tsx'

const views = {
  ConnectingExternal: late(() =>
    import('./connecting/ConnectingExternalView.tsx').then((m) => m.ConnectingExternalView),
  ),
  ConnectingWalletConnectBasic: late(() =>
    import('./pairing/ConnectingWalletConnectBasicView.tsx').then((m) => m.ConnectingWalletConnectBasicView),
  ),
  ConnectingWalletConnect: late(() =>
    import('./pairing/ConnectingWalletConnectView.tsx').then((m) => m.ConnectingWalletConnectView),
  ),
  OpenWallet: late(() => import('./pairing/OpenWalletView.tsx').then((m) => m.OpenWalletView)),
  AllWallets: late(() => import('./all-wallets/AllWalletsView.tsx').then((m) => m.AllWalletsView)),
  Downloads: late(() => import('./downloads/DownloadsView.tsx').then((m) => m.DownloadsView)),
  ConnectWallets: late(() => import('./connect-wallets/ConnectWalletsView.tsx').then((m) => m.ConnectWalletsView)),
  EmailVerifyDevice: late(() => import('./email/EmailVerifyDeviceView.tsx').then((m) => m.EmailVerifyDeviceView)),
  EmailVerifyOtp: late(() => import('./email/EmailVerifyOtpView.tsx').then((m) => m.EmailVerifyOtpView)),
  Account: late(() => import('./account/AccountView.tsx').then((m) => m.AccountView)),
  ApproveTransaction: late(() =>
    import('./wallet-screen/ApproveTransactionView.tsx').then((m) => m.ApproveTransactionView),
  ),
  WalletScreen: late(() => import('./wallet-screen/WalletScreenView.tsx').then((m) => m.WalletScreenView)),
  Networks: late(() => import('./networks/NetworksView.tsx').then((m) => m.NetworksView)),
  SwitchNetwork: late(() => import('./switch-network/SwitchNetworkView.tsx').then((m) => m.SwitchNetworkView)),
  UnsupportedChain: late(() =>
    import('./unsupported-chain/UnsupportedChainView.tsx').then((m) => m.UnsupportedChainView),
  ),
  SIWXSignMessage: late(() => import('./sign-in/SIWXSignMessageView.tsx').then((m) => m.SIWXSignMessageView)),
  Help: late(() => import('./help/HelpView.tsx').then((m) => m.HelpView)),
  WhatIsAWallet: late(() => import('./guides/WhatIsAWalletView.tsx').then((m) => m.WhatIsAWalletView)),
  WhatIsANetwork: late(() => import('./guides/WhatIsANetworkView.tsx').then((m) => m.WhatIsANetworkView)),
  GetWallet: late(() => import('./guides/GetWalletView.tsx').then((m) => m.GetWalletView)),
}

export function drawView(route: Route): ReactNode {
  switch (route.view) {
    case 'Connect':
      return <ConnectView />
    case 'ConnectingExternal':
      return <views.ConnectingExternal.View connectorKey={route.connectorKey} />
    case 'ConnectingWalletConnectBasic':
      return <views.ConnectingWalletConnectBasic.View />
    case 'ConnectingWalletConnect':
      return <views.ConnectingWalletConnect.View wallet={route.wallet} />
    case 'OpenWallet':
      return <views.OpenWallet.View wallet={route.wallet} link={route.link} />
    case 'AllWallets':
      return <views.AllWallets.View />
    case 'Downloads':
      return <views.Downloads.View wallet={route.wallet} />
    case 'ConnectWallets':
      return <views.ConnectWallets.View />
    case 'EmailVerifyDevice':
      return <views.EmailVerifyDevice.View />
    case 'EmailVerifyOtp':
      return <views.EmailVerifyOtp.View />
    case 'Account':
      return <views.Account.View />
    case 'ApproveTransaction':
      return <views.ApproveTransaction.View />
    case 'WalletScreen':
      return <views.WalletScreen.View />
    case 'Networks':
      return <views.Networks.View />
    case 'SwitchNetwork':
      return <views.SwitchNetwork.View chainId={route.chainId} />
    case 'UnsupportedChain':
      return <views.UnsupportedChain.View />
    case 'WhatIsAWallet':
      return <views.WhatIsAWallet.View />
    case 'WhatIsANetwork':
      return <views.WhatIsANetwork.View />
    case 'GetWallet':
      return <views.GetWallet.View />
    case 'Error':
      return <ErrorView code={route.code} />
    case 'SIWXSignMessage':
      return <views.SIWXSignMessage.View />
    case 'Help':
      return <views.Help.View />
  }
}

/** Loads the code of a view; `undefined` if the view can be rendered now. */
export function viewCode(name: ViewName): Promise<unknown> | undefined {
  return name === 'Connect' || name === 'Error' ? undefined : views[name].code()
}

/** Loads the views that come next in a connection, once the modal is open and the browser is idle. */
export function prefetchViews(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  idle(() => {
    for (const view of [views.ConnectingExternal, views.Account]) view.code()?.catch(() => {}) // shown when the view is opened
  })
}
