/** The chosen network is in a namespace without a connected wallet: leads to its wallets. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { chooseWalletFor } from '../switch-network.ts'

export function SwitchActiveChainView({ chainId }: { chainId: Caip2 }) {
  const context = useModal()
  const t = useAllMessages()
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)
  const namespace = t(`multichain.${namespaceOf(chainId)}`)
  return (
    <EmptyState
      picture={<NetworkIcon id={chainId} name={network?.name ?? namespace} src={network?.icon} size={64} />}
      title={t('switchChain.heading', { namespace })}
      text={t('switchChain.text', { namespace })}
    >
      <Button variant="primary" onClick={() => chooseWalletFor(context, chainId)}>
        {t('switchChain.switch')}
      </Button>
    </EmptyState>
  )
}
