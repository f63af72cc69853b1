import { useAllMessages } from '../../shared/i18n/all-messages.ts'
import { Button } from '../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../shared/ui/empty/EmptyState.tsx'
import { useModal } from '../core/modal-context.ts'
import { go } from '../session/navigate.ts'

export function NotConnected() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <EmptyState icon="wallet" title={t('account.notConnected.title')} text={t('account.notConnected.text')}>
      <Button variant="primary" onClick={() => go.reset(context, { view: 'Connect' })}>
        {t('connect.title')}
      </Button>
    </EmptyState>
  )
}
