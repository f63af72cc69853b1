/** The login if it is at this step; otherwise its last state at this step, shown while the modal fades out. */
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { type EmailLogin, emailLoginAtom } from '../state/email-login.ts'

export function useShownLogin<Step extends EmailLogin['step']>(
  step: Step,
): Extract<EmailLogin, { step: Step }> | undefined {
  const login = useAtomValue(emailLoginAtom)
  const isOf = (state: EmailLogin): state is Extract<EmailLogin, { step: Step }> => state.step === step
  return useLast(isOf(login) ? login : undefined)
}

/** The state, or the last one while there is none, so that it stays while its view goes away. */
export function useLast<State>(state: State | undefined): State | undefined {
  const [last, setLast] = useState(state)
  const shown = state ?? last
  if (shown !== last) setLast(shown)
  return shown
}

/** The email address of the wallet's email login, if that is its first login. The address of a social login does not count. */
export function useEmailLogin(): string | undefined {
  const { email, social } = useAtomValue(activeConnectionAtom)?.user ?? {}
  return social === undefined ? email : undefined
}
