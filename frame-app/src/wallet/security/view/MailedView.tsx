/** Shown while the recovery service waits for the answer to its email: the number that the user picks there. */
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'

interface MailedViewProps {
  match: string
  onLeave: () => void
}

export function MailedView({ match, onLeave }: MailedViewProps) {
  const t = useExportMessages()
  const common = useWalletMessages()
  return (
    <div role="status">
      <EmptyState heading="h1" icon="mail" title={t('mailed.title', { number: match })} text={t('mailed.text')}>
        <Button variant="quiet" onClick={onLeave}>
          {common('security.notNow')}
        </Button>
      </EmptyState>
    </div>
  )
}
