/**
 * The reason why a login step failed, so that the modal can tell the user what to do. It is the `data` of the error on the wallet
 * link; both ends use this file. For an error without it, only its code is known.
 */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'

/** The reasons, each with the code that its error has on the wire. */
const codes = {
  /** Not a valid email address. */
  INVALID_EMAIL: 'BAD_SHAPE',
  /** The last email is less than 30 s old: `retryIn`. */
  COOL_DOWN: 'WALLET_FAILED',
  /** Too many emails or failures: `retryIn`. */
  RATE_LIMITED: 'WALLET_FAILED',
  /** The recipient of the email has declined. */
  DENIED: 'USER_REJECTED',
  /** The email was not answered in time, or the code came too late. */
  EXPIRED: 'WALLET_FAILED',
  /** Not the code of the last email: `triesLeft`. */
  WRONG_CODE: 'WALLET_FAILED',
  /** No tries left; a new email is needed. */
  LOCKED: 'WALLET_FAILED',
  /** This device was removed from the account: it is signed out, and has to sign in as a new device. */
  DEVICE_REMOVED: 'UNAUTHORIZED',
  /** The wallet has no recovery method: it opens only on the device where it was created, until a passkey is added there. */
  NO_WAY_IN: 'WALLET_FAILED',
  /** The service does not have the wallet that this device knows, and no passkey opens that wallet here. */
  OTHER_WALLET: 'WALLET_FAILED',
  /** The wallet that the service offers to this new device was not sealed with the recovery secret. */
  NOT_YOUR_WALLET: 'WALLET_FAILED',
  /** The wallet is on the maximum number of devices: one has to be removed first. */
  TOO_MANY_DEVICES: 'WALLET_FAILED',
  /** The provider cannot be reached, or did not confirm the login. */
  PROVIDER_FAILED: 'WALLET_FAILED',
  /** The project or the service does not offer this social login. */
  PROVIDER_OFF: 'WALLET_FAILED',
  /** The social login belongs to another account. */
  IDENTITY_TAKEN: 'WALLET_FAILED',
  /** The login was removed from its wallet; until `retryIn` it opens no other. */
  LOGIN_REMOVED: 'WALLET_FAILED',
  /** The new address belongs to another wallet. */
  ADDRESS_TAKEN: 'WALLET_FAILED',
  /** The account has the maximum number of logins. */
  TOO_MANY_LOGINS: 'WALLET_FAILED',
  /** This needs a login that is at most five minutes old. */
  NEEDS_LOGIN: 'WALLET_FAILED',
  /** The browser blocks the wallet's storage, so the wallet could not be opened again. */
  STORAGE_BLOCKED: 'STORAGE_BLOCKED',
  /** The browser cannot tell the wallet where it is embedded. */
  BROWSER_TOO_OLD: 'BROWSER_TOO_OLD',
  /** The browser has not kept what the wallet has stored, as WebKit does when it closes. Found by the modal. */
  FORGOTTEN: 'UNAUTHORIZED',
  /** 403: the project does not list this host. */
  ORIGIN_NOT_ALLOWED: 'ORIGIN_NOT_ALLOWED',
  /** 503, or no answer: `retryIn` if the service gave one. */
  UNAVAILABLE: 'NETWORK',
} as const satisfies Record<string, ErrorCode>

export type LoginReason = keyof typeof codes

const reasons = Object.keys(codes) as [LoginReason, ...LoginReason[]] // as: the table is not empty
const Whole = z.int().check(z.minimum(0), z.maximum(3 * 86_400))

export const LoginFailure = z.strictObject({
  reason: z.enum(reasons),
  /** Seconds. */
  retryIn: z.optional(Whole),
  triesLeft: z.optional(Whole),
})
export type LoginFailure = z.infer<typeof LoginFailure>

/** The error that the wallet frame throws. Its message is for developers; for COOL_DOWN it is the specification's. */
export function loginError({ reason, retryIn, triesLeft }: LoginFailure): AirlockError {
  const data = {
    reason,
    ...(retryIn === undefined ? {} : { retryIn }),
    ...(triesLeft === undefined ? {} : { triesLeft }),
  }
  const message =
    reason === 'COOL_DOWN' && retryIn !== undefined
      ? `Please try again after ${retryIn} seconds`
      : reason.toLowerCase().replaceAll('_', ' ')
  return new AirlockError(codes[reason], { message, data })
}

/** Reads the failure from an error in the modal; `undefined` if the error has none. */
export function readLoginFailure(thrown: unknown): LoginFailure | undefined {
  if (!(thrown instanceof AirlockError)) return undefined
  const read = z.safeParse(LoginFailure, thrown.data)
  return read.success ? read.data : undefined
}
