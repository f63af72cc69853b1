/** Shown after a sign-in on a new device: asks for the passkey, or for what the user types, or for an email instead. */
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { Recovery, RecoveryScreen } from '../../recovery/recovery.ts'
import { TroubleNote } from './TroubleNote.tsx'
import { TypedView } from './TypedView.tsx'

interface NewDeviceViewProps {
  screen: RecoveryScreen
  host: string
  control: Pick<Recovery, 'usePasskey' | 'useMail' | 'type'>
  onLeave: () => void
}

export function NewDeviceView({ screen, host, control, onLeave }: NewDeviceViewProps) {
  const { busy, hasPasskey, hasMail, failure, typed } = screen
  const t = useWalletMessages()
  if (typed) return <TypedView typed={typed} onBack={() => control.type(false)} />
  return (
    <EmptyState heading="h1" icon="key" title={t('newDevice.title')} text={t('newDevice.text', { site: host })}>
      <TroubleNote trouble={failure} />
      {hasPasskey && (
        <Button variant="primary" icon="key" busy={busy} onClick={control.usePasskey}>
          {t(busy ? 'newDevice.waiting' : 'newDevice.passkey')}
        </Button>
      )}
      <Button variant={hasPasskey ? 'secondary' : 'primary'} icon="lock" onClick={() => control.type(true)}>
        {t('newDevice.type')}
      </Button>
      {hasMail && (
        <Button icon="mail" onClick={control.useMail}>
          {t('newDevice.mail')}
        </Button>
      )}
      <Button variant="quiet" onClick={onLeave}>
        {t('security.notNow')}
      </Button>
    </EmptyState>
  )
}
