/**
 * Why a step of the login failed, so that a person can be told what to do: the `data` of its error on the wallet link. Both ends read
 * and write it here, and an error without it says what its code says.
 */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'

/** The reasons, each with the code that its error has on the wire. */
const codes = {
  /** No mail goes to such an address. */
  INVALID_EMAIL: 'BAD_SHAPE',
  /** The last mail is less than 30 s old: `retryIn`. */
  COOL_DOWN: 'WALLET_FAILED',
  /** Too many mails or failures: `retryIn`. */
  RATE_LIMITED: 'WALLET_FAILED',
  /** The person who reads the mail has said no. */
  DENIED: 'USER_REJECTED',
  /** The mail was not answered in its time, or the code came too late. */
  EXPIRED: 'WALLET_FAILED',
  /** Not the code of the last mail: `triesLeft`. */
  WRONG_CODE: 'WALLET_FAILED',
  /** No try is left; only another mail helps. */
  LOCKED: 'WALLET_FAILED',
  /** Somebody has removed this device from the account: it is signed out, and has to sign in as a new one. */
  DEVICE_REMOVED: 'UNAUTHORIZED',
  /** The wallet has no recovery method: it opens only where it was made, until a passkey is added there. */
  NO_WAY_IN: 'WALLET_FAILED',
  /** The service does not have the wallet that this device knows, and no passkey opens that one here. */
  OTHER_WALLET: 'WALLET_FAILED',
  /** What the service offers this new device as the wallet was not made with the recovery secret. */
  NOT_YOUR_WALLET: 'WALLET_FAILED',
  /** The wallet is on as many devices as it may be: one has to be removed first. */
  TOO_MANY_DEVICES: 'WALLET_FAILED',
  /** The browser lets the wallet keep nothing here, so it could not be opened again. */
  STORAGE_BLOCKED: 'STORAGE_BLOCKED',
  /** 403: the project does not list this host. */
  ORIGIN_NOT_ALLOWED: 'ORIGIN_NOT_ALLOWED',
  /** 503, or no answer at all: `retryIn` where the service says so. */
  UNAVAILABLE: 'NETWORK',
} as const satisfies Record<string, ErrorCode>

export type LoginReason = keyof typeof codes

const reasons = Object.keys(codes) as [LoginReason, ...LoginReason[]] // as: the table is not empty
const Whole = z.int().check(z.minimum(0), z.maximum(86_400))

export const LoginFailure = z.strictObject({
  reason: z.enum(reasons),
  /** Seconds. */
  retryIn: z.optional(Whole),
  triesLeft: z.optional(Whole),
})
export type LoginFailure = z.infer<typeof LoginFailure>

/** What the wallet's end throws. The message is for developers: the specification's where it has one. */
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

/** What the modal's end makes of an error: `undefined` where it says nothing of the login. */
export function readLoginFailure(thrown: unknown): LoginFailure | undefined {
  if (!(thrown instanceof AirlockError)) return undefined
  const read = z.safeParse(LoginFailure, thrown.data)
  return read.success ? read.data : undefined
}
