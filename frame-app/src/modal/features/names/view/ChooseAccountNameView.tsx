/** Explains names, before one is chosen. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Avatar } from '../../../../shared/ui/images/Avatar.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { track } from '../../../session/notify.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { NamesGate } from './NamesGate.tsx'

export function ChooseAccountNameView() {
  return <NamesGate>{(connection) => <Introduction connection={connection} />}</NamesGate>
}

function Introduction({ connection }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const choose = () => {
    track(context, 'OPEN_ENS_FLOW', { isSmartAccount: connection.accountType === 'smartAccount' })
    go.push(context, { view: 'RegisterAccountName' })
  }
  return (
    <EmptyState
      picture={<Avatar address={parseCaip10(connection.active).address} />}
      title={t('names.intro.title')}
      text={t('names.intro.text')}
    >
      <Button variant="primary" onClick={choose} data-focus-key="choose">
        {t('names.title')}
      </Button>
    </EmptyState>
  )
}
