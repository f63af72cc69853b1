/** The start of the header: a back button if there is a previous view, the network on Account, help on Connect. */
import { useAtomValue } from 'jotai'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { IconButton } from '../../../shared/ui/button/IconButton.tsx'
import { useModal } from '../../core/modal-context.ts'
import { optionsAtom } from '../../core/options.ts'
import type { Route } from '../../core/router/routes.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { NetworkChip } from './NetworkChip.tsx'

export function HeaderStart({ route, canGoBack }: { route: Route; canGoBack: boolean }) {
  const context = useModal()
  const t = useMessages()
  const canSwitch = useAtomValue(optionsAtom)?.enableNetworkSwitch === true
  if (route.view === 'Account' && canSwitch) return <NetworkChip />
  // An approval can only be answered, or the modal closed.
  if (route.view === 'ApproveTransaction') return null
  if (canGoBack) return <IconButton icon="back" label={t('common.back')} onClick={() => go.back(context)} />
  if (route.view !== 'Connect') return null
  const help = () => {
    track(context, 'CLICK_WALLET_HELP')
    go.push(context, { view: 'WhatIsAWallet' })
  }
  return <IconButton icon="help" label={t('common.help')} onClick={help} data-focus-key="help" />
}
