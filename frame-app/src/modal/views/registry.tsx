/**
 * Views by route name. Connect is part of the first view, and Error, which must not need the network to appear; every other one is
 * a lazy chunk, fetched when the modal is open and idle. A new view is a loader and a case here, its route in `router/routes.ts`
 * and its title in `shell/use-title.ts`.
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

/** The code of a view that is still on its way; `undefined` for one that can be drawn now. */
export function viewCode(name: ViewName): Promise<unknown> | undefined {
  return name === 'Connect' || name === 'Error' ? undefined : views[name].code()
}

/** Where a connection leads next, fetched once the modal is open and the browser has nothing better to do. */
export function prefetchViews(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  idle(() => {
    for (const view of [views.ConnectingExternal, views.Account]) view.code()?.catch(() => {}) // said where the view is wanted
  })
}
