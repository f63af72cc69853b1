/** Reasons why an action of the user failed, as far as the user can do something about them. */
import { ServiceRefusal } from '../custody/service.ts'
import { KeyWorkerError } from '../key-link/failure.ts'
import { PasskeyError, type PasskeyFailure } from '../recovery/passkeys.ts'
import type { Shown } from './shown.ts'

export type SecurityTrouble =
  | PasskeyFailure
  | 'unreachable'
  /** Changing who can open the wallet needs a login of the last five minutes. */
  | 'needsLogin'
  | 'lastMethod'
  | 'tooMany'
  | 'rateLimited'
  /** A login was added to the account, so its secrets are not exported for a day. */
  | 'coolingOff'
  /** The recovery secret has to be opened first. */
  | 'noRecovery'
  | 'failed'

const byCode: Readonly<Partial<Record<ServiceRefusal['code'], SecurityTrouble>>> = {
  UNREACHABLE: 'unreachable',
  UNAVAILABLE: 'unreachable',
  REAUTH_REQUIRED: 'needsLogin',
  LAST_METHOD: 'lastMethod',
  TOO_MANY: 'tooMany',
  RATE_LIMITED: 'rateLimited',
  COOLING_OFF: 'coolingOff',
}

export function securityTrouble(error: unknown): SecurityTrouble {
  if (error instanceof PasskeyError) return error.code
  if (error instanceof KeyWorkerError && error.code === 'NO_RECOVERY') return 'noRecovery'
  return (error instanceof ServiceRefusal && byCode[error.code]) || 'failed'
}

/** A page whose list is read, or could not be. */
export type Reading = { readonly status: 'loading' } | { readonly status: 'failed'; readonly trouble: SecurityTrouble }

export async function showRead<S>(shown: Pick<Shown<S | Reading>, 'set'>, read: () => Promise<S>): Promise<void> {
  shown.set({ status: 'loading' })
  try {
    shown.set(await read())
  } catch (error) {
    shown.set({ status: 'failed', trouble: securityTrouble(error) })
  }
}

/** @throws {ServiceRefusal} TOKEN_INVALID if nobody is signed in. */
export function signedInUser({ userId }: { readonly userId: () => string | undefined }): string {
  const user = userId()
  if (user === undefined) throw new ServiceRefusal('TOKEN_INVALID')
  return user
}
