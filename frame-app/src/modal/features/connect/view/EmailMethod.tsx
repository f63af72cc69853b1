/** The email field of Connect. The login flow is loaded on submit. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Email } from '@airlock/protocol/scalars/values.ts'
import { useAtomValue } from 'jotai'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { useMessages } from '../../../../shared/i18n/LanguageProvider.tsx'
import { IconButton } from '../../../../shared/ui/button/IconButton.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { track } from '../../../session/notify.ts'
import { emailLoginAtom } from '../../login/state/email-login.ts'

const TroubleText = lazy(() =>
  import('../../login/view/TroubleText.tsx').then((module) => ({ default: module.TroubleText })),
)
const GoOn = lazy(() => import('../../login/view/TroubleText.tsx').then((module) => ({ default: module.GoOn })))

export function EmailMethod({ disabledReason }: { disabledReason: string | undefined }) {
  const context = useModal()
  const t = useMessages()
  const login = useAtomValue(emailLoginAtom)
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const isBusy = login.step === 'starting'
  const email = text.trim()
  const isValid = z.safeParse(Email, email).success
  const trouble = login.step === 'idle' ? login.trouble : undefined
  const change = (value: string) => {
    if (text === '') track(context, 'EMAIL_LOGIN_SELECTED')
    setText(value)
    setInvalid(false)
    if (trouble) context.store.set(emailLoginAtom, { step: 'idle' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || disabledReason !== undefined || email === '') return
    setInvalid(!isValid)
    if (isValid)
      import('../../login/email-login.ts').then(
        ({ startEmailLogin }) => startEmailLogin(context, email),
        (cause: unknown) => {
          const error = new AirlockError('FRAME_TIMEOUT', { cause })
          context.store.set(emailLoginAtom, { step: 'idle', trouble: { reason: 'NOT_LOADED', error } })
        },
      )
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        enterKeyHint="go"
        spellCheck={false}
        label={t('email.label')}
        hideLabel
        placeholder={t('email.label')}
        value={text}
        readOnly={isBusy}
        onChange={change}
        hint={disabledReason}
        error={
          isInvalid ? (
            t('email.invalid')
          ) : trouble?.reason === 'NOT_LOADED' ? (
            t('email.notLoaded')
          ) : trouble ? (
            <Suspense fallback={t('error.title')}>
              <TroubleText trouble={trouble} />
            </Suspense>
          ) : undefined
        }
        start={<Icon name="mail" />}
        end={
          (isBusy || isValid) && <IconButton type="submit" icon="chevron" label={t('email.continue')} busy={isBusy} />
        }
        data-focus-key="email"
      />
      {trouble?.reason === 'FORGOTTEN' && (
        <Suspense>
          <GoOn />
        </Suspense>
      )}
    </form>
  )
}
