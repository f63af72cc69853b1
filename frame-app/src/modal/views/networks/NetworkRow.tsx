/** One network of the list. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { NetworkIcon } from '../../../shared/ui/images/NetworkIcon.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { chooseNetwork } from '../../flows/switch-network.ts'
import { useModal } from '../../modal-context.ts'

export function NetworkRow({ network, isActive }: { network: Network; isActive: boolean }) {
  const context = useModal()
  const t = useAllMessages()
  return (
    <Row
      start={<NetworkIcon id={network.id} name={network.name} src={network.icon} />}
      title={network.name}
      detail={network.testnet ? t('account.network.testnet') : undefined}
      selectedLabel={isActive ? t('networks.selected') : undefined}
      data-label={network.name}
      data-focus-key={network.id}
      onClick={() => void chooseNetwork(context, network.id)}
    />
  )
}
