/** The login if it is at this step; otherwise its last state at this step, shown while the modal fades out. */
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { type EmailLogin, emailLoginAtom } from '../state/email-login.ts'

export function useShownLogin<Step extends EmailLogin['step']>(
  step: Step,
): Extract<EmailLogin, { step: Step }> | undefined {
  const login = useAtomValue(emailLoginAtom)
  const [last, setLast] = useState<Extract<EmailLogin, { step: Step }>>()
  const isOf = (state: EmailLogin): state is Extract<EmailLogin, { step: Step }> => state.step === step
  const shown = isOf(login) ? login : last
  if (shown !== last) setLast(shown)
  return shown
}

/** The email address of the wallet's email login, if that is its first login. The address of a social login does not count. */
export function useEmailLogin(): string | undefined {
  const { email, social } = useAtomValue(activeConnectionAtom)?.user ?? {}
  return social === undefined ? email : undefined
}
