/**
 * Views by route name. Connect is part of the first view, and Error, which must not need the network to appear; every other one is
 * a lazy chunk, fetched when the modal is open and idle. A new view is a loader and a case here, its route in `router/routes.ts`
 * and its title in `shell/use-title.ts`.
 */
import { type ComponentType, lazy, type ReactNode } from 'react'
import type { Route } from '../router/routes.ts'
import { ConnectView } from './connect/ConnectView.tsx'
import { ErrorView } from './error/ErrorView.tsx'

const named =
  <P,>(load: () => Promise<ComponentType<P>>) =>
  () =>
    load().then((component) => ({ default: component }))

const load = {
  ConnectingExternal: named(() =>
    import('./connecting/ConnectingExternalView.tsx').then((m) => m.ConnectingExternalView),
  ),
  ConnectingWalletConnectBasic: named(() =>
    import('./pairing/ConnectingWalletConnectBasicView.tsx').then((m) => m.ConnectingWalletConnectBasicView),
  ),
  AllWallets: named(() => import('./all-wallets/AllWalletsView.tsx').then((m) => m.AllWalletsView)),
  Downloads: named(() => import('./downloads/DownloadsView.tsx').then((m) => m.DownloadsView)),
  Account: named(() => import('./account/AccountView.tsx').then((m) => m.AccountView)),
  Networks: named(() => import('./networks/NetworksView.tsx').then((m) => m.NetworksView)),
  SwitchNetwork: named(() => import('./switch-network/SwitchNetworkView.tsx').then((m) => m.SwitchNetworkView)),
  UnsupportedChain: named(() =>
    import('./unsupported-chain/UnsupportedChainView.tsx').then((m) => m.UnsupportedChainView),
  ),
  Help: named(() => import('./help/HelpView.tsx').then((m) => m.HelpView)),
  WhatIsAWallet: named(() => import('./guides/WhatIsAWalletView.tsx').then((m) => m.WhatIsAWalletView)),
  WhatIsANetwork: named(() => import('./guides/WhatIsANetworkView.tsx').then((m) => m.WhatIsANetworkView)),
  GetWallet: named(() => import('./guides/GetWalletView.tsx').then((m) => m.GetWalletView)),
}

const createViews = () => ({
  ConnectingExternal: lazy(load.ConnectingExternal),
  ConnectingWalletConnectBasic: lazy(load.ConnectingWalletConnectBasic),
  AllWallets: lazy(load.AllWallets),
  Downloads: lazy(load.Downloads),
  Account: lazy(load.Account),
  Networks: lazy(load.Networks),
  SwitchNetwork: lazy(load.SwitchNetwork),
  UnsupportedChain: lazy(load.UnsupportedChain),
  Help: lazy(load.Help),
  WhatIsAWallet: lazy(load.WhatIsAWallet),
  WhatIsANetwork: lazy(load.WhatIsANetwork),
  GetWallet: lazy(load.GetWallet),
})

let views = createViews()

export function drawView(route: Route): ReactNode {
  switch (route.view) {
    case 'Connect':
      return <ConnectView />
    case 'ConnectingExternal':
      return <views.ConnectingExternal connectorKey={route.connectorKey} />
    case 'ConnectingWalletConnectBasic':
      return <views.ConnectingWalletConnectBasic />
    case 'AllWallets':
      return <views.AllWallets />
    case 'Downloads':
      return <views.Downloads wallet={route.wallet} />
    case 'Account':
      return <views.Account />
    case 'Networks':
      return <views.Networks />
    case 'SwitchNetwork':
      return <views.SwitchNetwork chainId={route.chainId} />
    case 'UnsupportedChain':
      return <views.UnsupportedChain />
    case 'WhatIsAWallet':
      return <views.WhatIsAWallet />
    case 'WhatIsANetwork':
      return <views.WhatIsANetwork />
    case 'GetWallet':
      return <views.GetWallet />
    case 'Error':
      return <ErrorView code={route.code} />
    case 'Help':
      return <views.Help />
  }
}

/** A chunk that failed stays failed inside its lazy component; a new attempt needs a new one. */
export function forgetFailedViews(): void {
  views = createViews()
}

/** Where a connection leads next, fetched once the modal is open and the browser has nothing better to do. */
export function prefetchViews(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  idle(() => {
    for (const view of ['ConnectingExternal', 'Account'] as const) load[view]().catch(() => {})
  })
}
