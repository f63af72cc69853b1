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
  Activity: late(() => import('./activity/ActivityView.tsx').then((m) => m.ActivityView)),
  ChooseAccountName: late(() => import('./names/ChooseAccountNameView.tsx').then((m) => m.ChooseAccountNameView)),
  Downloads: late(() => import('./downloads/DownloadsView.tsx').then((m) => m.DownloadsView)),
  GetWallet: late(() => import('./guides/GetWalletView.tsx').then((m) => m.GetWalletView)),
  Help: late(() => import('./help/HelpView.tsx').then((m) => m.HelpView)),
  Networks: late(() => import('./networks/NetworksView.tsx').then((m) => m.NetworksView)),
  Nft: late(() => import('./nfts/NftView.tsx').then((m) => m.NftView)),
  SwitchNetwork: late(() => import('./switch-network/SwitchNetworkView.tsx').then((m) => m.SwitchNetworkView)),
  Transaction: late(() => import('./activity/TransactionView.tsx').then((m) => m.TransactionView)),
  Receive: late(() => import('./receive/ReceiveView.tsx').then((m) => m.ReceiveView)),
  RegisterAccountName: late(() => import('./names/RegisterAccountNameView.tsx').then((m) => m.RegisterAccountNameView)),
  RegisterAccountNameSuccess: late(() =>
    import('./names/RegisterAccountNameSuccessView.tsx').then((m) => m.RegisterAccountNameSuccessView),
  ),
  WalletCompatibleNetworks: late(() =>
    import('./receive/CompatibleNetworksView.tsx').then((m) => m.CompatibleNetworksView),
  ),
  WhatIsANetwork: late(() => import('./guides/WhatIsANetworkView.tsx').then((m) => m.WhatIsANetworkView)),
}

export function LaterView({ route }: { route: LaterRoute }): ReactNode {
  switch (route.view) {
    case 'Activity':
      return <views.Activity.View />
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
    case 'Nft':
      return <views.Nft.View nft={route.nft} />
    case 'SwitchNetwork':
      return <views.SwitchNetwork.View chainId={route.chainId} />
    case 'Transaction':
      return <views.Transaction.View entry={route.entry} />
    case 'Receive':
      return <views.Receive.View />
    case 'RegisterAccountName':
      return <views.RegisterAccountName.View />
    case 'RegisterAccountNameSuccess':
      return <views.RegisterAccountNameSuccess.View name={route.name} />
    case 'WalletCompatibleNetworks':
      return <views.WalletCompatibleNetworks.View />
    case 'WhatIsANetwork':
      return <views.WhatIsANetwork.View />
  }
}

const titles: Record<LaterName, ModalKey> = {
  Activity: 'activity.title',
  ChooseAccountName: 'names.view',
  Downloads: 'downloads.title',
  GetWallet: 'getWallet.title',
  Help: 'help.title',
  Networks: 'networks.title',
  Nft: 'nft.title',
  SwitchNetwork: 'switchNetwork.title',
  Transaction: 'transaction.title',
  Receive: 'receive.title',
  RegisterAccountName: 'names.title',
  RegisterAccountNameSuccess: 'names.view',
  WalletCompatibleNetworks: 'compatible.title',
  WhatIsANetwork: 'whatIsANetwork.title',
}

export function titleOf(route: LaterRoute, { withLate }: Language): string {
  const t = withLate(lateWords)
  return route.view === 'Downloads' ? t('downloads.titleOf', { wallet: route.wallet.name }) : t(titles[route.view])
}
