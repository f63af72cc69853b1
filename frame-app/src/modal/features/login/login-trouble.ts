/** Texts for a failed step of the login, for the user and for the page's developer. */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import { readLoginFailure } from '../../../shared/login/failure.ts'
import type { ModalContext } from '../../core/context.ts'
import { warn } from '../../session/notify.ts'
import type { Trouble } from './state/email-login.ts'

/** The wallet frame cannot be reached, or it offers no login. */
const notLoaded: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'FRAME_REFUSED',
  'FRAME_TIMEOUT',
  'VERSION_UNSUPPORTED',
  'HOST_IS_FRAMED',
  'NOT_AVAILABLE',
  'UNKNOWN_TYPE',
])

export function troubleOf(thrown: unknown): Trouble {
  const error = thrown instanceof AirlockError ? thrown : new AirlockError('INTERNAL', { cause: thrown })
  const failure = readLoginFailure(error)
  if (failure?.reason === 'UNAVAILABLE' && !navigator.onLine) return { reason: 'OFFLINE', error }
  if (failure) return { ...failure, error }
  if (notLoaded.has(error.code)) return { reason: 'NOT_LOADED', error }
  if (error.code === 'ORIGIN_NOT_ALLOWED') return { reason: 'ORIGIN_NOT_ALLOWED', error }
  if (error.code === 'NETWORK') return { reason: navigator.onLine ? 'UNAVAILABLE' : 'OFFLINE', error }
  return { reason: 'UNKNOWN', error }
}

const alert = { text: 'Invalid App Configuration', variant: 'error' } as const

/** Problems that only the page's developer can fix (specification §8). */
export function warnOfTrouble(context: ModalContext, { reason, error }: Trouble): void {
  const { walletOrigin } = context.project
  if (reason === 'NOT_LOADED')
    warn(
      context,
      'WALLET_FRAME',
      `Unable to load email login dependency: the embedded wallet at ${walletOrigin} is not available (${error.code}).`,
      alert,
    )
  else if (reason === 'ORIGIN_NOT_ALLOWED')
    warn(
      context,
      'LOGIN_ORIGIN_REFUSED',
      'The wallet service does not list the origin of this page: add it to the host origins of the project.',
      alert,
    )
  else if (reason === 'UNAVAILABLE')
    warn(
      context,
      'LOGIN_UNAVAILABLE',
      'The embedded wallet failed to load: the wallet service cannot be reached, or has no answer for now.',
      alert,
    )
  else if (error.code === 'TIMEOUT')
    warn(
      context,
      'LOGIN_TIMEOUT',
      'There was an issue loading the embedded wallet. Please verify that your domain is allowed.',
      alert,
    )
}

/** Whether asking again may help. */
export const isPassing = ({ error, reason }: Trouble): boolean =>
  error.code === 'TIMEOUT' || reason === 'OFFLINE' || reason === 'UNAVAILABLE'
