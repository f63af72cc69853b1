/** One network of the list. A network that the connected wallet does not serve is marked, and cannot be chosen. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { connectionsAtom } from '../../../session/state/accounts.ts'
import { servesAtom } from '../../../session/state/approved.ts'
import { chooseNetwork } from '../switch-network.ts'

export function NetworkRow({ network, isActive }: { network: Network; isActive: boolean }) {
  const context = useModal()
  const t = useAllMessages()
  const isServed = useAtomValue(servesAtom)(network.id)
  const connection = useAtomValue(connectionsAtom)[namespaceOf(network.id)]
  const wallet = connection?.status === 'connected' ? connection.wallet.name : ''
  return (
    <Row
      start={<NetworkIcon id={network.id} name={network.name} src={network.icon} />}
      title={network.name}
      detail={network.testnet ? t('account.network.testnet') : undefined}
      selectedLabel={isActive ? t('networks.selected') : undefined}
      disabledReason={isServed ? undefined : t('networks.notServed', { wallet })}
      data-label={network.name}
      data-focus-key={network.id}
      onClick={() => context.scope.run(chooseNetwork(context, network.id))}
    />
  )
}
