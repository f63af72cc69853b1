/** Shown after a sign-in on a new device: asks for the passkey, or for an email instead. */
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { RecoveryScreen } from '../../passkey/recovery.ts'
import { TroubleNote } from './TroubleNote.tsx'

interface NewDeviceViewProps {
  screen: RecoveryScreen
  host: string
  onPasskey: () => void
  onMail: () => void
  onLeave: () => void
}

export function NewDeviceView({ screen, host, onPasskey, onMail, onLeave }: NewDeviceViewProps) {
  const { busy, hasMail, failure } = screen
  const t = useWalletMessages()
  return (
    <EmptyState heading="h1" icon="key" title={t('newDevice.title')} text={t('newDevice.text', { site: host })}>
      <TroubleNote trouble={failure} />
      <Button variant="primary" icon="key" busy={busy} onClick={onPasskey}>
        {t(busy ? 'newDevice.waiting' : 'newDevice.passkey')}
      </Button>
      {hasMail && (
        <Button icon="mail" onClick={onMail}>
          {t('newDevice.mail')}
        </Button>
      )}
      <Button variant="quiet" onClick={onLeave}>
        {t('security.notNow')}
      </Button>
    </EmptyState>
  )
}
