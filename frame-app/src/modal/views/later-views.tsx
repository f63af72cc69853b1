/**
 * The views off the way to a connection, with their titles: a table of its own, which loads after the first view. Each view is a
 * chunk of its own. A new view needs a loader, a case and a title here, and its route and name in `router/routes.ts`.
 */
import type { ReactNode } from 'react'
import { lateWords } from '../../shared/i18n/all-messages.ts'
import type { Language } from '../../shared/i18n/language.ts'
import type { ModalKey } from '../../shared/i18n/message.ts'
import type { LaterName, LaterRoute } from '../router/routes.ts'
import { late } from './late-view.tsx'

export const views = {
  ChooseAccountName: late(() => import('./names/ChooseAccountNameView.tsx').then((m) => m.ChooseAccountNameView)),
  Downloads: late(() => import('./downloads/DownloadsView.tsx').then((m) => m.DownloadsView)),
  GetWallet: late(() => import('./guides/GetWalletView.tsx').then((m) => m.GetWalletView)),
  Help: late(() => import('./help/HelpView.tsx').then((m) => m.HelpView)),
  Networks: late(() => import('./networks/NetworksView.tsx').then((m) => m.NetworksView)),
  Profile: late(() => import('./profile/ProfileView.tsx').then((m) => m.ProfileView)),
  Receive: late(() => import('./receive/ReceiveView.tsx').then((m) => m.ReceiveView)),
  RegisterAccountName: late(() => import('./names/RegisterAccountNameView.tsx').then((m) => m.RegisterAccountNameView)),
  RegisterAccountNameSuccess: late(() =>
    import('./names/RegisterAccountNameSuccessView.tsx').then((m) => m.RegisterAccountNameSuccessView),
  ),
  SIWXSignMessage: late(() => import('./sign-in/SIWXSignMessageView.tsx').then((m) => m.SIWXSignMessageView)),
  SwitchNetwork: late(() => import('./switch-network/SwitchNetworkView.tsx').then((m) => m.SwitchNetworkView)),
  UnsupportedChain: late(() =>
    import('./unsupported-chain/UnsupportedChainView.tsx').then((m) => m.UnsupportedChainView),
  ),
  WalletCompatibleNetworks: late(() =>
    import('./receive/CompatibleNetworksView.tsx').then((m) => m.CompatibleNetworksView),
  ),
  WhatIsANetwork: late(() => import('./guides/WhatIsANetworkView.tsx').then((m) => m.WhatIsANetworkView)),
}

export function LaterView({ route }: { route: LaterRoute }): ReactNode {
  switch (route.view) {
    case 'ChooseAccountName':
      return <views.ChooseAccountName.View />
    case 'Downloads':
      return <views.Downloads.View wallet={route.wallet} />
    case 'GetWallet':
      return <views.GetWallet.View />
    case 'Help':
      return <views.Help.View />
    case 'Networks':
      return <views.Networks.View />
    case 'Profile':
      return <views.Profile.View />
    case 'Receive':
      return <views.Receive.View />
    case 'RegisterAccountName':
      return <views.RegisterAccountName.View />
    case 'RegisterAccountNameSuccess':
      return <views.RegisterAccountNameSuccess.View name={route.name} />
    case 'SIWXSignMessage':
      return <views.SIWXSignMessage.View />
    case 'SwitchNetwork':
      return <views.SwitchNetwork.View chainId={route.chainId} />
    case 'UnsupportedChain':
      return <views.UnsupportedChain.View />
    case 'WalletCompatibleNetworks':
      return <views.WalletCompatibleNetworks.View />
    case 'WhatIsANetwork':
      return <views.WhatIsANetwork.View />
  }
}

const titles: Record<LaterName, ModalKey> = {
  ChooseAccountName: 'names.view',
  Downloads: 'downloads.title',
  GetWallet: 'getWallet.title',
  Help: 'help.title',
  Networks: 'networks.title',
  Profile: 'profile.title',
  Receive: 'receive.title',
  RegisterAccountName: 'names.title',
  RegisterAccountNameSuccess: 'names.view',
  SIWXSignMessage: 'siwx.title',
  SwitchNetwork: 'switchNetwork.title',
  UnsupportedChain: 'unsupported.title',
  WalletCompatibleNetworks: 'compatible.title',
  WhatIsANetwork: 'whatIsANetwork.title',
}

export function titleOf(route: LaterRoute, { withLate }: Language): string {
  const t = withLate(lateWords)
  return route.view === 'Downloads' ? t('downloads.titleOf', { wallet: route.wallet.name }) : t(titles[route.view])
}
