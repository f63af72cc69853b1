/** Why something that a person has asked for did not happen, as far as they can do anything about it. */
import { ServiceRefusal } from '../custody/service.ts'
import { PasskeyError, type PasskeyFailure } from '../passkey/passkeys.ts'

export type SecurityTrouble =
  | PasskeyFailure
  | 'unreachable'
  /** What changes who can open the wallet needs a login of the last five minutes. */
  | 'needsLogin'
  | 'lastMethod'
  | 'tooMany'
  | 'rateLimited'
  | 'failed'

const byCode: Readonly<Partial<Record<ServiceRefusal['code'], SecurityTrouble>>> = {
  UNREACHABLE: 'unreachable',
  UNAVAILABLE: 'unreachable',
  REAUTH_REQUIRED: 'needsLogin',
  LAST_METHOD: 'lastMethod',
  TOO_MANY: 'tooMany',
  RATE_LIMITED: 'rateLimited',
}

export function securityTrouble(error: unknown): SecurityTrouble {
  if (error instanceof PasskeyError) return error.code
  return (error instanceof ServiceRefusal && byCode[error.code]) || 'failed'
}
