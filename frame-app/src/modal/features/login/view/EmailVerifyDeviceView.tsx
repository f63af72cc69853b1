/** The user approves this browser, and no other by mistake, by picking the number shown here in the email. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { type RingState, WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { HelpLink } from '../../../kit/HelpLink.tsx'
import type { EmailLogin } from '../state/email-login.ts'
import styles from './Email.module.css'
import { ResendMail } from './ResendMail.tsx'
import { useTroubleText } from './TroubleText.tsx'
import { useShownLogin } from './use-shown-login.ts'

type Device = Extract<EmailLogin, { step: 'device' }>

export function EmailVerifyDeviceView() {
  const login = useShownLogin('device')
  return login && <Device {...login} />
}

function Device({ mail, match, wait }: Device) {
  const words = useWords({ step: 'device', mail, match, wait })
  return (
    <div data-font="fixed">
      <EmptyState
        picture={
          <WaitingRing state={ringState(wait)}>
            {match !== undefined && wait.status !== 'over' ? (
              <span className={styles.match}>{match}</span>
            ) : (
              <Icon name="mail" size={32} />
            )}
          </WaitingRing>
        }
        title={words.title}
        text={words.text}
      >
        {words.note !== undefined && (
          <p className={styles.note} role="status">
            {words.note}
          </p>
        )}
        <ResendMail mail={mail} label="email.resend" isOver={wait.status === 'over'} />
        {wait.status === 'over' && <HelpLink />}
      </EmptyState>
    </div>
  )
}

function ringState(wait: Device['wait']): RingState {
  if (wait.status !== 'over') return 'waiting'
  return wait.trouble.reason === 'DENIED' ? 'declined' : 'failed'
}

function useWords({ mail, match, wait }: Device): { title: string; text: string; note?: string | undefined } {
  const t = useAllMessages()
  const troubleText = useTroubleText()
  if (wait.status === 'over') return { title: t('emailDevice.over.title'), text: troubleText(wait.trouble) }
  const pick = match === undefined ? t('emailDevice.open.text') : t('emailDevice.pick.text', { number: match })
  const until = mail.validMinutes === undefined ? '' : ` ${t('emailDevice.valid', { minutes: mail.validMinutes })}`
  return {
    title: t('emailDevice.title.sent', { email: mail.email }),
    text: pick + until,
    note: wait.status === 'unreachable' ? t('emailDevice.unreachable') : wait.isSlow ? t('email.spam') : undefined,
  }
}
