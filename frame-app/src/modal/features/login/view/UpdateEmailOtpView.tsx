/** The code from the current mailbox, then the one from the new mailbox. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useSecondsUntil } from '../../../../shared/ui/base/use-seconds-until.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { startOver, submitChangeCode } from '../email-change.ts'
import { type EmailChange, emailChangeAtom } from '../state/email-change.ts'
import { CodeEntry } from './CodeEntry.tsx'
import styles from './Email.module.css'
import { useEmailLogin, useLast } from './use-shown-login.ts'

type Code = Extract<EmailChange, { step: 'code' }>

export const UpdateEmailPrimaryOtpView = () => <CodeOf side="primary" />
export const UpdateEmailSecondaryOtpView = () => <CodeOf side="secondary" />

function CodeOf({ side }: Pick<Code, 'side'>) {
  const change = useAtomValue(emailChangeAtom)
  const shown = useLast(change.step === 'code' && change.side === side ? change : undefined)
  return shown && <Entry {...shown} />
}

function Entry({ side, newEmail, validMinutes, againAt, isConfirmAsked, check }: Code) {
  const context = useModal()
  const t = useAllMessages()
  const present = useEmailLogin()
  const seconds = useSecondsUntil(againAt)
  const isSlow = check.status === 'checking' && check.isSlow
  return (
    <CodeEntry
      heading={
        side === 'primary' && present === undefined
          ? t('emailChange.code.present')
          : t('emailCode.title.sent', { email: side === 'primary' ? (present ?? '') : newEmail })
      }
      validMinutes={validMinutes}
      isChecking={check.status === 'checking'}
      {...(isSlow && isConfirmAsked ? { checking: t('emailChange.confirm.waiting') } : {})}
      trouble={check.status === 'refused' ? check.trouble : undefined}
      onSubmit={(otp) => context.scope.run(submitChangeCode(context, otp))}
    >
      {isConfirmAsked && <p className={styles.note}>{t('emailChange.confirm.text')}</p>}
      <div className={styles.again}>
        <p className={styles.question}>{t('emailChange.wrong')}</p>
        <Button aria-disabled={seconds > 0 || undefined} onClick={() => seconds === 0 && startOver(context)}>
          {seconds > 0 ? t('emailChange.againIn', { seconds }) : t('emailChange.again')}
        </Button>
      </div>
    </CodeEntry>
  )
}
