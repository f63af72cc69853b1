import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go, hide } from '../../../session/navigate.ts'

export function SmartSessionCreatedView() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <EmptyState
      picture={
        <WaitingRing state="done">
          <Icon name="key" size={32} />
        </WaitingRing>
      }
      title={t('smartSessions.created.title')}
      text={t('smartSessions.created.text')}
    >
      <Button variant="primary" onClick={() => hide(context, 'completed')}>
        {t('smartSessions.created.done')}
      </Button>
      <Button onClick={() => go.replace(context, { view: 'SmartSessionList' })}>
        {t('smartSessions.created.list')}
      </Button>
    </EmptyState>
  )
}
