/** The title of a view (behaviour facts §5.4). */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLanguage } from '../../shared/i18n/LanguageProvider.tsx'
import type { FirstKey } from '../../shared/i18n/message.ts'
import type { Stack } from '../router/router.ts'
import type { LaterName, LaterRoute, Route, ViewName } from '../router/routes.ts'
import { connectorsAtom } from '../state/connectors.ts'
import { emailLoginAtom } from '../state/email-login.ts'
import { networksAtom } from '../state/network.ts'
import { optionsAtom } from '../state/options.ts'
import { askedAtom } from '../state/wallet-screen.ts'
import { laterViewsHere, loadLaterViews } from '../views/registry.tsx'

const titles: Record<Exclude<ViewName, LaterName>, FirstKey> = {
  Connect: 'connect.title',
  ConnectingExternal: 'connecting.title',
  Error: 'error.title',
}

type FirstRoute = Exclude<Route, LaterRoute>
const isFirst = (route: Route): route is FirstRoute => route.view in titles

export function useTitle({ steps }: Stack): string {
  const { t } = useLanguage()
  const route = steps.at(-1)?.route
  const later = useLaterTitle(route)
  const name = useSubjectName(route)
  const moved = useMovedOn(route)
  // Until the title of a later view is here: that of the view below.
  const shown = steps.map((step) => step.route).findLast(isFirst)
  return name ?? (moved && t(moved)) ?? later ?? t(titles[shown?.view ?? 'Connect'])
}

/** The title of a view that is not on the way to a connection loads with its code. */
function useLaterTitle(route: Route | undefined): string | undefined {
  const language = useLanguage()
  const [, setHere] = useState(false)
  const isLater = route !== undefined && !isFirst(route)
  useEffect(() => {
    if (isLater)
      loadLaterViews().then(
        () => setHere(true),
        () => {}, // the view says that it could not load
      )
  }, [isLater])
  return isLater ? laterViewsHere()?.titleOf(route, language) : undefined
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
