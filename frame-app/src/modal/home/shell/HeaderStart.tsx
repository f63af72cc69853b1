/** The start of the header: a back button if there is a previous view, the network on Account, help on Connect. */
import { useAtomValue } from 'jotai'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { IconButton } from '../../../shared/ui/button/IconButton.tsx'
import { Chip } from '../../../shared/ui/chip/Chip.tsx'
import { NetworkIcon } from '../../../shared/ui/images/NetworkIcon.tsx'
import { useModal } from '../../core/modal-context.ts'
import { optionsAtom } from '../../core/options.ts'
import type { Route } from '../../core/router/routes.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { activeNetworkAtom, networksAtom, unsupportedNetworkIdAtom } from '../../session/state/network.ts'

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

/** The active network in the header of the account; opens the network list. */
function NetworkChip() {
  const context = useModal()
  const t = useMessages()
  const network = useAtomValue(activeNetworkAtom)
  const isUnsupported = useAtomValue(unsupportedNetworkIdAtom) !== null
  const canChoose = useAtomValue(networksAtom).length > 1 || isUnsupported
  const name = network?.name ?? t('account.network.unsupported')
  const label = t(canChoose ? 'account.network.choose' : 'account.network', {
    network: network?.testnet ? `${name} (${t('account.network.testnet')})` : name,
  })
  const choose = () => {
    track(context, 'CLICK_NETWORKS')
    go.push(context, { view: 'Networks' })
  }
  return (
    <Chip
      start={network && <NetworkIcon size={20} id={network.id} name={network.name} src={network.icon} />}
      dot={network?.testnet === true || isUnsupported}
      chevron={canChoose}
      disabled={!canChoose}
      aria-label={label}
      title={name}
      data-focus-key="network"
      onClick={choose}
    >
      {name}
    </Chip>
  )
}
