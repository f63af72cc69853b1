import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Avatar } from '../../../../shared/ui/images/Avatar.tsx'
import { WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { OwnName } from './OwnName.tsx'

export function RegisterAccountNameSuccessView({ name }: { name: string }) {
  const context = useModal()
  const t = useAllMessages()
  const account = useAtomValue(activeConnectionAtom)?.active
  const address = account && parseCaip10(account).address
  return (
    <EmptyState
      picture={<WaitingRing state="done">{address !== undefined && <Avatar address={address} />}</WaitingRing>}
      title={t('names.success.title')}
      text={t('names.success.text')}
    >
      <OwnName name={name} />
      <Button variant="primary" onClick={() => go.reset(context, { view: 'Account' })}>
        {t('names.success.done')}
      </Button>
    </EmptyState>
  )
}
