/** A refusal: an error code of the contract, thrown by the rules, mapped to a response in `http/answer.ts`. */
import { type ServiceErrorCode, serviceErrors } from '@airlock/protocol/wallet-service/errors.ts'

export class Refusal extends Error {
  readonly code: ServiceErrorCode
  readonly retryAfterMs: number | undefined
  /** Remaining tries, with `OTP_INVALID`. */
  readonly left: number | undefined
  /** The address that the provider has verified, with `EMAIL_KNOWN`. */
  readonly email: string | undefined

  constructor(code: ServiceErrorCode, details: Details = {}) {
    super(serviceErrors[code][1], details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.retryAfterMs = details.retryAfterMs
    this.left = details.left
    this.email = details.email
  }
}

type Details = {
  readonly retryAfterMs?: number | undefined
  readonly left?: number
  readonly email?: string
  /** Never sent, and only its type is logged. */
  readonly cause?: unknown
}
