/** The code from the email, in six cells. It is submitted after the last digit; then the wallet opens. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { dappAtom } from '../../../core/options.ts'
import { HelpLink } from '../../../kit/HelpLink.tsx'
import { showWalletPage } from '../../embedded/wallet-screen.ts'
import { openWallet, submitCode } from '../email-login.ts'
import type { EmailLogin } from '../state/email-login.ts'
import { CodeEntry } from './CodeEntry.tsx'
import { ResendMail } from './ResendMail.tsx'
import { useTroubleText } from './TroubleText.tsx'
import { useShownLogin } from './use-shown-login.ts'

type Code = Extract<EmailLogin, { step: 'code' }>

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
  return (
    <CodeEntry
      heading={t('emailCode.title.sent', { email: mail.email })}
      validMinutes={mail.validMinutes}
      isChecking={check.status === 'checking'}
      trouble={check.status === 'refused' ? check.trouble : undefined}
      onSubmit={(otp) => context.scope.run(submitCode(context, otp))}
    >
      <ResendMail mail={mail} label="email.resendCode" />
    </CodeEntry>
  )
}

function Opening({ check }: Pick<Code, 'check'>) {
  const context = useModal()
  const t = useAllMessages()
  const troubleText = useTroubleText()
  const app = useAtomValue(dappAtom).name
  const picture = (state: 'waiting' | 'done' | 'failed') => (
    <WaitingRing state={state}>
      <Icon name="wallet" size={32} />
    </WaitingRing>
  )
  if (check.status === 'failed')
    return (
      <EmptyState picture={picture('failed')} title={t('emailOpen.failed.title')} text={troubleText(check.trouble)}>
        {check.trouble.reason === 'TOO_MANY_DEVICES' && (
          <Button
            variant="primary"
            icon="desktop"
            onClick={() => context.scope.run(showWalletPage(context, 'devices'))}
          >
            {t('account.devices')}
          </Button>
        )}
        <Button
          variant={check.trouble.reason === 'TOO_MANY_DEVICES' ? 'secondary' : 'primary'}
          onClick={() => context.scope.run(openWallet(context))}
        >
          {t('common.tryAgain')}
        </Button>
        <HelpLink />
      </EmptyState>
    )
  const isDone = check.status === 'done'
  const isSlow = check.status === 'opening' && check.isSlow
  return (
    <EmptyState
      picture={picture(isDone ? 'done' : 'waiting')}
      title={t(isDone ? 'emailOpen.done.title' : 'emailOpen.title')}
      text={isDone ? t('connecting.done.text', { app }) : t(isSlow ? 'emailOpen.slow.text' : 'emailOpen.text')}
    />
  )
}
