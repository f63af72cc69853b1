/** Shown while the recovery service waits for the answer to its email: the number that the user picks there. */
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { useSecondsUntil } from '../../../shared/ui/base/use-seconds-until.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { RecoveryMail } from '../../login/recovery-mail.ts'
import styles from './SecurityView.module.css'

interface MailedViewProps {
  mail: RecoveryMail
  onResend: () => void
  onLeave: () => void
}

export function MailedView({ mail, onResend, onLeave }: MailedViewProps) {
  const { email, match: number, resendAt, isSending } = mail
  const t = useExportMessages()
  const common = useWalletMessages()
  const seconds = useSecondsUntil(resendAt)
  return (
    <>
      {/* Without the buttons: a countdown must not be read aloud. */}
      <div role="status">
        <EmptyState heading="h1" icon="mail" title={t('mailed.title', { number })} text={t('mailed.text', { email })} />
      </div>
      <div className={styles.actions}>
        <Button busy={isSending} aria-disabled={seconds > 0 || undefined} onClick={onResend}>
          {seconds > 0 ? t('mailed.resendIn', { seconds }) : t('mailed.resend')}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {common('security.notNow')}
        </Button>
      </div>
    </>
  )
}
