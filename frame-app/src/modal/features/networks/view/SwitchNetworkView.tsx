/** Waits for the wallet to switch networks, and shows each outcome. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { connectionsAtom } from '../../../session/state/accounts.ts'
import { type Attempt, switchAttemptAtom } from '../../../session/state/attempts.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { chooseNetwork } from '../switch-network.ts'

export function SwitchNetworkView({ chainId }: { chainId: Caip2 }) {
  const context = useModal()
  const t = useAllMessages()
  const attempt = useAtomValue(switchAttemptAtom)
  const network = useAtomValue(networksAtom).find((candidate) => candidate.id === chainId)
  const connection = useAtomValue(connectionsAtom)[namespaceOf(chainId)]
  const wallet = connection?.status === 'connected' ? connection.wallet.name : t('common.unknown')
  const name = network?.name ?? chainId
  const words = useWords(attempt, wallet, name)
  const isOver = attempt.status === 'declined' || attempt.status === 'failed' || attempt.status === 'pending'
  return (
    <EmptyState
      picture={
        <WaitingRing
          state={
            attempt.status === 'declined' || attempt.status === 'done' ? attempt.status : isOver ? 'failed' : 'waiting'
          }
        >
          <NetworkIcon id={chainId} name={name} src={network?.icon} size={64} />
        </WaitingRing>
      }
      title={words.title}
      text={words.text}
    >
      {(isOver || (attempt.status === 'waiting' && attempt.isSlow)) && (
        <Button
          variant={isOver ? 'primary' : 'secondary'}
          onClick={() => context.scope.run(chooseNetwork(context, chainId))}
        >
          {isOver ? t('common.tryAgain') : t('common.openAgain')}
        </Button>
      )}
      {isOver && <Button onClick={() => go.back(context)}>{t('switchNetwork.anotherNetwork')}</Button>}
    </EmptyState>
  )
}

/** Group of the texts for an attempt. */
function groupOf({ status }: Attempt) {
  if (status === 'idle') return 'waiting'
  return status === 'failed' || status === 'wrongNetwork' || status === 'notInstalled' ? 'notSupported' : status
}

function useWords(attempt: Attempt, wallet: string, network: string): { title: string; text: string } {
  const t = useAllMessages()
  const values = { wallet, network }
  const group = groupOf(attempt)
  const title = t(`switchNetwork.${group}.title`, values)
  if (group === 'done') return { title, text: '' }
  const isSlow = attempt.status === 'waiting' && attempt.isSlow
  return { title, text: t(isSlow ? 'switchNetwork.slow.text' : `switchNetwork.${group}.text`, values) }
}
