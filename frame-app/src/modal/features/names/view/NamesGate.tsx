/** Names are offered by sites with a gateway, to accounts of EVM networks (specification §5). Otherwise one sentence explains that. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'

export function NamesGate({ children }: { children: (connection: Connected) => ReactNode }) {
  const context = useModal()
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  if (context.project.gatewayUrl === undefined)
    return <EmptyState icon="info" title={t('names.notOffered.title')} text={t('names.notOffered.text')} />
  if (!connection) return <NotConnected />
  if (namespaceOf(connection.chainId) !== 'eip155')
    return <EmptyState icon="info" title={t('names.otherNetwork.title')} text={t('names.otherNetwork.text')} />
  return children(connection)
}
