/**
 * Views by route name. Connect and Error are part of the first bundle; Error must not need the network to appear. Every other
 * view is a lazy chunk. A view on the way to a connection has a loader and a case here, and a title in `shell/use-title.ts`; any
 * other view has them in `later-views.tsx`, where they cost the first view nothing.
 */
import type { ReactNode } from 'react'
import type { LaterName, LaterRoute, Route, ViewName } from '../router/routes.ts'
import { ConnectView } from './connect/ConnectView.tsx'
import { ErrorView } from './error/ErrorView.tsx'
import { type LateView, late } from './late-view.tsx'

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
  ConnectWallets: late(() => import('./connect-wallets/ConnectWalletsView.tsx').then((m) => m.ConnectWalletsView)),
  EmailVerifyDevice: late(() => import('./email/EmailVerifyDeviceView.tsx').then((m) => m.EmailVerifyDeviceView)),
  EmailVerifyOtp: late(() => import('./email/EmailVerifyOtpView.tsx').then((m) => m.EmailVerifyOtpView)),
  Account: late(() => import('./account/AccountView.tsx').then((m) => m.AccountView)),
  ApproveTransaction: late(() =>
    import('./wallet-screen/ApproveTransactionView.tsx').then((m) => m.ApproveTransactionView),
  ),
  WalletScreen: late(() => import('./wallet-screen/WalletScreenView.tsx').then((m) => m.WalletScreenView)),
  UnsupportedChain: late(() =>
    import('./unsupported-chain/UnsupportedChainView.tsx').then((m) => m.UnsupportedChainView),
  ),
  SIWXSignMessage: late(() => import('./sign-in/SIWXSignMessageView.tsx').then((m) => m.SIWXSignMessageView)),
  WhatIsAWallet: late(() => import('./guides/WhatIsAWalletView.tsx').then((m) => m.WhatIsAWalletView)),
}

const isFirst = (name: ViewName): name is keyof typeof views => name in views

type LaterViews = typeof import('./later-views.tsx')
let here: LaterViews | undefined
let coming: Promise<LaterViews> | undefined
/** The table of the other views; `undefined` until it is loaded. */
export const laterViewsHere = () => here
export function loadLaterViews(): Promise<LaterViews> {
  coming ??= import('./later-views.tsx').then((loaded) => {
    here = loaded
    return loaded
  })
  return coming
}

const known: Partial<Record<LaterName, LateView<{ route: LaterRoute }>>> = {}
const laterView = (name: LaterName) => {
  const load = async () => {
    const later = await loadLaterViews()
    await later.views[name].code()
    return later.LaterView
  }
  known[name] ??= late(load)
  return known[name]
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
    case 'UnsupportedChain':
      return <views.UnsupportedChain.View />
    case 'WhatIsAWallet':
      return <views.WhatIsAWallet.View />
    case 'Error':
      return <ErrorView code={route.code} />
    case 'SIWXSignMessage':
      return <views.SIWXSignMessage.View />
    default: {
      const { View } = laterView(route.view)
      return <View route={route} />
    }
  }
}

/** Loads the code of a view; `undefined` if the view can be rendered now. */
export function viewCode(name: ViewName): Promise<unknown> | undefined {
  if (name === 'Connect' || name === 'Error') return undefined
  return (isFirst(name) ? views[name] : laterView(name)).code()
}

/** Loads the views that come next in a connection, once the modal is open and the browser is idle. */
export function prefetchViews(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  idle(() => {
    for (const code of [views.ConnectingExternal.code(), views.Account.code(), loadLaterViews()]) code?.catch(() => {}) // shown when the view is opened
  })
}
