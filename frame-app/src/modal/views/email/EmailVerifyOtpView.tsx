/** The code from the email, in six cells. It is submitted after the last digit; then the wallet opens. */
import { useId, useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { CodeField } from '../../../shared/ui/otp/CodeField.tsx'
import { WaitingRing } from '../../../shared/ui/ring/WaitingRing.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import { openWallet, submitCode } from '../../flows/email-login.ts'
import { showWalletPage } from '../../flows/wallet-screen.ts'
import { useModal } from '../../modal-context.ts'
import type { EmailLogin, Trouble } from '../../state/email-login.ts'
import { HelpLink } from '../help/HelpLink.tsx'
import styles from './Email.module.css'
import { ResendMail } from './ResendMail.tsx'
import { useTroubleText } from './TroubleText.tsx'
import { useShownLogin } from './use-shown-login.ts'

type Code = Extract<EmailLogin, { step: 'code' }>

const digits = 6

export function EmailVerifyOtpView() {
  const login = useShownLogin('code')
  if (!login) return null
  const { status } = login.check
  return status === 'asking' || status === 'checking' || status === 'refused' ? (
    // A new email has a new code: the key empties the cells.
    <Entry key={login.mail.resendAt} {...login} />
  ) : (
    <Opening check={login.check} />
  )
}

function Entry({ mail, check }: Code) {
  const context = useModal()
  const t = useAllMessages()
  const noteId = useId()
  const [code, setCode] = useState('')
  const isChecking = check.status === 'checking'
  const trouble = check.status === 'refused' ? check.trouble : undefined
  return (
    <div className={styles.view} data-font="fixed">
      <h2 className={styles.heading}>{t('emailCode.title.sent', { email: mail.email })}</h2>
      <CodeField
        label={t('emailCode.label')}
        cellLabel={(place) => t('emailCode.cell', { place, of: digits })}
        length={digits}
        value={code}
        onChange={setCode}
        onComplete={(otp) => void submitCode(context, otp)}
        readOnly={isChecking || isDead(trouble)}
        isInvalid={trouble !== undefined}
        describedBy={noteId}
      />
      <CodeNote id={noteId} mail={mail} isChecking={isChecking} trouble={trouble} />
      {trouble && isUntried(trouble) && (
        <Button variant="primary" onClick={() => void submitCode(context, code)} aria-disabled={code.length < digits}>
          {t('common.tryAgain')}
        </Button>
      )}
      <ResendMail mail={mail} label="email.resendCode" />
    </div>
  )
}

/** The code of this email is no longer valid. */
const isDead = (trouble: Trouble | undefined) => trouble?.reason === 'LOCKED' || trouble?.reason === 'EXPIRED'

/** The code was not rejected, so the same digits may be submitted again. */
const isUntried = ({ reason }: Trouble) => reason === 'UNAVAILABLE' || reason === 'OFFLINE' || reason === 'UNKNOWN'

function CodeNote({
  id,
  mail,
  isChecking,
  trouble,
}: {
  id: string
  mail: Code['mail']
  isChecking: boolean
  trouble: Trouble | undefined
}) {
  const t = useAllMessages()
  const troubleText = useTroubleText()
  return (
    <p id={id} className={trouble ? styles.trouble : styles.note} role="status">
      {isChecking ? (
        <>
          <Spinner /> {t('emailCode.checking')}
        </>
      ) : trouble ? (
        <>
          <Icon name="warning" size={16} /> {troubleText(trouble)}
        </>
      ) : (
        mail.validMinutes !== undefined && t('emailCode.valid', { minutes: mail.validMinutes })
      )}
    </p>
  )
}

function Opening({ check }: Pick<Code, 'check'>) {
  const context = useModal()
  const t = useAllMessages()
  const troubleText = useTroubleText()
  const picture = (state: 'waiting' | 'done' | 'failed') => (
    <WaitingRing state={state}>
      <Icon name="wallet" size={32} />
    </WaitingRing>
  )
  if (check.status === 'failed')
    return (
      <EmptyState picture={picture('failed')} title={t('emailOpen.failed.title')} text={troubleText(check.trouble)}>
        {check.trouble.reason === 'TOO_MANY_DEVICES' && (
          <Button variant="primary" icon="desktop" onClick={() => void showWalletPage(context, 'devices')}>
            {t('account.devices')}
          </Button>
        )}
        <Button
          variant={check.trouble.reason === 'TOO_MANY_DEVICES' ? 'secondary' : 'primary'}
          onClick={() => void openWallet(context)}
        >
          {t('common.tryAgain')}
        </Button>
        <HelpLink />
      </EmptyState>
    )
  if (check.status === 'done') return <EmptyState picture={picture('done')} title={t('emailOpen.done.title')} />
  const isSlow = check.status === 'opening' && check.isSlow
  return (
    <EmptyState
      picture={picture('waiting')}
      title={t('emailOpen.title')}
      text={isSlow ? t('emailOpen.slow.text') : t('emailOpen.text')}
    />
  )
}
