/** The active network in the header of the account; opens the network list. */
import { useAtomValue } from 'jotai'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { Chip } from '../../../shared/ui/chip/Chip.tsx'
import { NetworkIcon } from '../../../shared/ui/images/NetworkIcon.tsx'
import { useModal } from '../../core/modal-context.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { activeNetworkAtom, networksAtom, unsupportedNetworkIdAtom } from '../../session/state/network.ts'

export function NetworkChip() {
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
