/**
 * Errors of the wallet service and the recovery service, with their HTTP status. The body of an error is `ServiceError`.
 * `endpoints.ts` lists the codes of each endpoint, `commonErrors` those of every endpoint.
 */
import * as z from 'zod/mini'
import { Email } from '../scalars/values.ts'

export const serviceErrors = {
  BAD_REQUEST: [400, 'The request does not have the shape of its contract.'],
  NOT_FOUND: [404, 'Nothing is at this address.'],
  TOO_LARGE: [413, 'The body is larger than 64 kB.'],
  PROJECT_INVALID: [401, 'No such project, or it has no embedded wallet.'],
  ORIGIN_NOT_ALLOWED: [403, 'The project does not list this origin.'],
  /** One of these two if emails are requested too often; `retryAfter` is the time to wait. */
  COOLDOWN: [429, 'An email was sent a moment ago.'],
  RATE_LIMITED: [429, 'Too many requests.'],
  FLOW_UNKNOWN: [404, 'No such login for this device.'],
  FLOW_EXPIRED: [410, 'This login took too long.'],
  /** A code is checked only after the device was approved by email. */
  FLOW_NOT_APPROVED: [403, 'This device has not been approved.'],
  FLOW_DENIED: [403, 'This device was refused.'],
  NUMBER_WRONG: [400, 'Another number was shown: this login is refused.'],
  /** `left` is the number of remaining tries. */
  OTP_INVALID: [401, 'The code is wrong.'],
  OTP_EXPIRED: [410, 'This code has expired or has been replaced.'],
  OTP_LOCKED: [423, 'This code is dead after too many tries.'],
  /** The project or the operator does not offer this social login. */
  PROVIDER_OFF: [400, 'This login is not offered here.'],
  PROVIDER_FAILED: [502, 'This login is refused.'],
  /** The relay of Farcaster logins, or the chain with the signers' keys, failed; later tries may work. */
  RELAY_ERROR: [502, 'Farcaster cannot be reached now.'],
  VERIFIER_MISMATCH: [403, 'No such login for this device.'],
  ALREADY_USED: [409, 'This login was used before.'],
  /** The provider's address already has an account: link them with a proof of both, or request a separate account. */
  EMAIL_KNOWN: [409, 'This user has a wallet.'],
  IDENTITY_TAKEN: [409, 'This login was used with other content.'],
  /** `retryAfter` is the time until it can open another account. Returned only to its owner. */
  LOGIN_REMOVED: [409, 'This login was removed from its wallet; the link in its email puts it back.'],
  LAST_LOGIN: [409, 'The last login of an account cannot be removed.'],
  /** The recovery service sends its emails for new devices to this address: change it, or remove that recovery method. */
  RECOVERY_ADDRESS: [409, 'This login opens the wallet on new devices.'],
  EMAIL_UNCHANGED: [409, 'The account has this address.'],
  /** The answer has `DPoP-Nonce`: repeat the request once with it. */
  USE_DPOP_NONCE: [401, 'The proof needs the nonce of this answer.'],
  PROOF_INVALID: [401, 'The proof of the device key is missing or not valid.'],
  TOKEN_INVALID: [401, 'No such token.'],
  TOKEN_EXPIRED: [401, 'This token has expired.'],
  TOKEN_REUSED: [401, 'This refresh token was used before: the session is ended.'],
  DEVICE_REVOKED: [403, 'This device was removed.'],
  REAUTH_REQUIRED: [403, 'This needs a login that is at most five minutes old.'],
  /** `retryAfter` is the time to wait. */
  COOLING_OFF: [423, 'A login of this account was added, changed or removed in the last 24 hours.'],
  WALLET_UNKNOWN: [404, 'No such wallet of this user.'],
  WALLET_EXISTS: [409, 'This user has a wallet.'],
  /** The same id was used with different content. */
  CONTENT_MISMATCH: [422, 'This id was used with other content.'],
  COMMITMENT_INVALID: [422, 'The commitment does not belong to the share.'],
  SIGNATURE_INVALID: [403, 'The signature is not a valid one for this.'],
  SHARE_SET_UNKNOWN: [404, 'This device has no such share set.'],
  LAST_SHARE_SET: [409, 'The last share set of a wallet cannot be removed.'],
  FORMER_OPEN: [409, 'The wallet that this one replaced has not been ended.'],
  KEY_VERSION_STALE: [409, 'The wallet has a newer key version.'],
  RECOVERY_UNKNOWN: [404, 'No such recovery method.'],
  PASSWORD_WRONG: [403, 'This is not the recovery password.'],
  LAST_METHOD: [409, 'The last recovery method cannot be removed.'],
  TOO_MANY: [409, 'There are as many of these as a wallet may have.'],
  /** The operator does not accept this recovery method (`config.recoveryKinds`). */
  RECOVERY_REFUSED: [403, 'This recovery method is not offered here.'],
  CHECK_UNKNOWN: [404, 'No such check for this device.'],
  CHECK_EXPIRED: [410, 'This check took too long.'],
  CHECK_NOT_APPROVED: [403, 'The recovery was not confirmed from the mailbox.'],
  SHARE_EXISTS: [409, 'This wallet has a recovery share.'],
  SHARE_UNKNOWN: [404, 'No recovery share for this wallet and mailbox.'],
  UNAVAILABLE: [503, 'The service cannot answer now.'],
  INTERNAL: [500, 'Something went wrong here.'],
} as const satisfies Readonly<Record<string, readonly [status: number, text: string]>>

export type ServiceErrorCode = keyof typeof serviceErrors
export type ServiceErrorStatus = (typeof serviceErrors)[ServiceErrorCode][0]

export const isServiceErrorCode = (text: string): text is ServiceErrorCode => Object.hasOwn(serviceErrors, text)

/** Errors of every endpoint. */
export const commonErrors = [
  'BAD_REQUEST',
  'NOT_FOUND',
  'TOO_LARGE',
  'ORIGIN_NOT_ALLOWED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly ServiceErrorCode[]

/** Additional errors of endpoints with a proof, and of endpoints with a session. */
export const proofErrors = ['USE_DPOP_NONCE', 'PROOF_INVALID'] as const satisfies readonly ServiceErrorCode[]
export const sessionErrors = [
  ...proofErrors,
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'DEVICE_REVOKED',
] as const satisfies readonly ServiceErrorCode[]

/** The body of every error. A code that is not in the table comes from a newer service. */
export const ServiceError = z.object({
  code: z.string().check(z.maxLength(64)),
  message: z.string().check(z.maxLength(512)),
  /** In seconds. */
  retryAfter: z.optional(z.int().check(z.nonnegative())),
  /** With `OTP_INVALID`: the number of remaining tries. */
  left: z.optional(z.int().check(z.nonnegative())),
  /** With `EMAIL_KNOWN`: the address that the provider has verified. */
  email: z.optional(Email),
  requestId: z.string().check(z.maxLength(64)),
})
export type ServiceError = z.infer<typeof ServiceError>
