/** A button that sends another email once the cool-down is over, and one that goes back to enter another address. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useSecondsUntil } from '../../../../shared/ui/base/use-seconds-until.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { resendMail } from '../email-login.ts'
import type { Mail } from '../state/email-login.ts'
import styles from './Email.module.css'

interface ResendMailProps {
  mail: Mail
  label: 'email.resend' | 'email.resendCode'
  /** The last email has been answered or is no longer valid, so there is nothing to wait for. */
  isOver?: boolean
}

export function ResendMail({ mail, label, isOver = false }: ResendMailProps) {
  const context = useModal()
  const t = useAllMessages()
  const seconds = useSecondsUntil(mail.resendAt)
  return (
    <div className={styles.again}>
      {!isOver && <p className={styles.question}>{t('email.notReceived')}</p>}
      <Button
        busy={mail.isSending}
        aria-disabled={seconds > 0 || undefined}
        onClick={() => context.scope.run(resendMail(context))}
      >
        {mail.isSending ? t('email.resending') : seconds > 0 ? t('email.resendIn', { seconds }) : t(label)}
      </Button>
      <Button variant="quiet" onClick={() => go.back(context)}>
        {t('email.another')}
      </Button>
    </div>
  )
}
