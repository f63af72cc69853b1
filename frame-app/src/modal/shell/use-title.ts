/** The title of a view (behaviour facts §5.4). */
import { useAtomValue } from 'jotai'
import { useMessages } from '../../shared/i18n/LanguageProvider.tsx'
import type { FirstKey } from '../../shared/i18n/message.ts'
import type { Route, ViewName } from '../router/routes.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { emailLoginAtom } from '../state/email-login.ts'
import { networksAtom } from '../state/network.ts'
import { optionsAtom } from '../state/options.ts'
import { askedAtom } from '../state/wallet-screen.ts'

const titles: Record<ViewName, FirstKey> = {
  Connect: 'connect.title',
  ConnectingExternal: 'connecting.title',
  ConnectingWalletConnectBasic: 'pairing.title',
  ConnectingWalletConnect: 'pairing.title',
  OpenWallet: 'pairing.title',
  AllWallets: 'allWallets.title',
  Downloads: 'downloads.title',
  ConnectWallets: 'connect.title',
  EmailVerifyDevice: 'emailDevice.title',
  EmailVerifyOtp: 'emailCode.title',
  Account: 'account.title',
  ApproveTransaction: 'approveTransaction.title',
  WalletScreen: 'walletScreen.title',
  Networks: 'networks.title',
  SwitchNetwork: 'switchNetwork.title',
  UnsupportedChain: 'unsupported.title',
  WhatIsAWallet: 'whatIsAWallet.title',
  WhatIsANetwork: 'whatIsANetwork.title',
  GetWallet: 'getWallet.title',
  Error: 'error.title',
  Help: 'help.title',
  SIWXSignMessage: 'siwx.title',
}

export function useTitle(route: Route | undefined): string {
  const t = useMessages()
  const name = useSubjectName(route)
  const moved = useMovedOn(route)
  if (route?.view === 'Downloads') return t('downloads.titleOf', { wallet: route.wallet.name })
  return name ?? (route ? t(moved ?? titles[route.view]) : '')
}

/** The title of a view whose content has changed since it was opened. */
function useMovedOn(route: Route | undefined): FirstKey | undefined {
  const login = useAtomValue(emailLoginAtom)
  const [first] = useAtomValue(askedAtom)
  if (route?.view === 'ApproveTransaction' && first?.kind === 'signature') return 'approveSignature.title'
  if (route?.view !== 'EmailVerifyOtp' || login.step !== 'code') return undefined
  return isOpening.has(login.check.status) ? 'walletScreen.title' : undefined
}
const isOpening: ReadonlySet<string> = new Set(['opening', 'failed', 'done'])

/** The wallet or network that a view is about. */
function useSubjectName(route: Route | undefined): string | undefined {
  const connectors = useAtomValue(connectorsAtom)
  const custom = useAtomValue(optionsAtom)?.customWallets
  const networks = useAtomValue(networksAtom)
  if (route?.view === 'ConnectingExternal') {
    const named = [
      ...connectors.map(({ key, name }) => ({ key, name })),
      ...(custom ?? []).map(({ id, name }) => ({ key: id, name })),
    ]
    return named.find((wallet) => wallet.key === route.connectorKey)?.name
  }
  if (route?.view === 'ConnectingWalletConnect') return route.wallet.name
  if (route?.view === 'OpenWallet') return route.wallet
  if (route?.view === 'SwitchNetwork') return networks.find((network) => network.id === route.chainId)?.name
  return undefined
}
