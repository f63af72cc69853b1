/** Maps refusals and failures to responses: one body format, the status from the table, and no internal details. */
import {
  type ServiceError,
  type ServiceErrorCode,
  type ServiceErrorStatus,
  serviceErrors,
} from '@airlock/protocol/wallet-service/errors.ts'
import { IdentityHeld, isStoreError, StoreError } from '../../store/errors.ts'
import { withoutAbsent } from '../../without-absent.ts'
import { Refusal } from '../refusal.ts'

export type Failure = {
  readonly code: ServiceErrorCode
  readonly status: ServiceErrorStatus
  readonly body: ServiceError
  readonly headers: Readonly<Record<string, string>>
}

export function toFailure(thrown: unknown, requestId: string): Failure {
  const refusal = toRefusal(thrown)
  const [status, message] = serviceErrors[refusal.code]
  const retryAfter = refusal.retryAfterMs === undefined ? undefined : Math.ceil(refusal.retryAfterMs / 1000)
  return {
    code: refusal.code,
    status,
    body: {
      code: refusal.code,
      message,
      ...withoutAbsent({ retryAfter, left: refusal.left, email: refusal.email }),
      requestId,
    },
    headers: {
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
      ...(status === 401 ? { 'WWW-Authenticate': challengeOf(refusal.code) } : {}),
    },
  }
}

function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (isStoreError(thrown, 'UNAVAILABLE')) return new Refusal('UNAVAILABLE', { retryAfterMs: thrown.retryAfterMs })
  if (thrown instanceof IdentityHeld) return new Refusal('LOGIN_REMOVED', { retryAfterMs: thrown.retryAfterMs })
  return new Refusal('INTERNAL')
}

const challengeOf = (code: ServiceErrorCode): string =>
  `DPoP error="${code === 'USE_DPOP_NONCE' ? 'use_dpop_nonce' : code === 'PROOF_INVALID' ? 'invalid_dpop_proof' : 'invalid_token'}", algs="ES256"`

/** Error details for the log: type and location. Not the message, which may contain user input. */
export function describe(thrown: unknown): Readonly<Record<string, string>> {
  if (!(thrown instanceof Error)) return { error: typeof thrown }
  const frames =
    thrown.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 6) ?? []
  return {
    error: thrown.name,
    ...(thrown instanceof StoreError ? { storeCode: thrown.code } : {}),
    at: frames.map((frame) => frame.trim()).join(' | '),
  }
}
