/** The new address of the embedded wallet, or its first one. */
import { Email } from '@airlock/protocol/scalars/values.ts'
import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { submitNewEmail } from '../email-change.ts'
import { emailChangeAtom } from '../state/email-change.ts'
import styles from './Email.module.css'
import { useTroubleText } from './TroubleText.tsx'
import { useEmailLogin } from './use-shown-login.ts'

/** "Save" can be pressed from this length on, when the text could be an email address. */
const shortest = 4

export function UpdateEmailWalletView() {
  const context = useModal()
  const t = useAllMessages()
  const troubleText = useTroubleText()
  const change = useAtomValue(emailChangeAtom)
  const present = useEmailLogin() ?? ''
  const [text, setText] = useState(change.newEmail ?? present)
  const [isInvalid, setInvalid] = useState(false)
  const isBusy = change.step === 'field' && change.isSending
  const trouble = change.step === 'field' && change.newEmail === text.trim() ? change.trouble : undefined
  const email = text.trim()
  const isReady = email.length >= shortest && email.toLowerCase() !== present.toLowerCase()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isReady) return
    const isValid = z.safeParse(Email, email).success
    setInvalid(!isValid)
    if (isValid) context.scope.run(submitNewEmail(context, email))
  }
  return (
    <SteadyView onSubmit={submit} data-font="fixed">
      <div className={styles.view}>
        <p className={styles.note}>{t('emailChange.text')}</p>
        <TextField
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          label={t('email.label')}
          value={text}
          readOnly={isBusy}
          onChange={(value) => {
            setText(value)
            setInvalid(false)
          }}
          error={isInvalid ? t('email.invalid') : trouble && troubleText(trouble)}
          start={<Icon name="mail" />}
          data-focus-key="email"
        />
      </div>
      <ViewFooter>
        <div className={styles.again}>
          <Button variant="primary" type="submit" busy={isBusy} aria-disabled={!isReady || undefined}>
            {t('emailChange.save')}
          </Button>
          <Button variant="quiet" onClick={() => go.back(context)}>
            {t('emailChange.cancel')}
          </Button>
        </div>
      </ViewFooter>
    </SteadyView>
  )
}
