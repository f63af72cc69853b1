/** Shown after a sign-in on a new device: asks for the passkey, or for what the user types, or for an email instead. */
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { RecoveryScreen } from '../../recovery/recovery.ts'
import { TroubleNote } from './TroubleNote.tsx'
import { TypedView } from './TypedView.tsx'

interface NewDeviceViewProps {
  screen: RecoveryScreen
  host: string
  onPasskey: () => void
  onMail: () => void
  onType: (isTyping: boolean) => void
  onLeave: () => void
}

export function NewDeviceView({ screen, host, onPasskey, onMail, onType, onLeave }: NewDeviceViewProps) {
  const { busy, hasPasskey, hasMail, failure, typed } = screen
  const t = useWalletMessages()
  if (typed) return <TypedView typed={typed} onBack={() => onType(false)} />
  return (
    <EmptyState heading="h1" icon="key" title={t('newDevice.title')} text={t('newDevice.text', { site: host })}>
      <TroubleNote trouble={failure} />
      {hasPasskey && (
        <Button variant="primary" icon="key" busy={busy} onClick={onPasskey}>
          {t(busy ? 'newDevice.waiting' : 'newDevice.passkey')}
        </Button>
      )}
      <Button variant={hasPasskey ? 'secondary' : 'primary'} icon="lock" onClick={() => onType(true)}>
        {t('newDevice.type')}
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
