/** The visible state of the email login: at most one login, from the field on Connect to the account. */
import type { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'
import type { LoginFailure, LoginReason } from '../../../../shared/login/failure.ts'

/** The last email. Times are in milliseconds of this device's clock. */
export interface Mail {
  readonly email: string
  /** Another one cannot be requested before this time. */
  readonly resendAt: number
  /** Validity in minutes when it was sent; `undefined` if unknown. */
  readonly validMinutes: number | undefined
  /** Another one is being requested. */
  readonly isSending: boolean
}

/** The cause of a failure: a reason from the service, no wallet frame, no connection, or unknown. */
export interface Trouble extends Omit<LoginFailure, 'reason'> {
  readonly reason: LoginReason | 'NOT_LOADED' | 'OFFLINE' | 'UNKNOWN'
  readonly error: AirlockError
}

export type DeviceWait =
  /** `isSlow` once another email may be requested: this one may be in the spam folder. */
  | { readonly status: 'waiting'; readonly isSlow: boolean }
  /** The service cannot be reached; the request is repeated automatically. */
  | { readonly status: 'unreachable' }
  | { readonly status: 'over'; readonly trouble: Trouble }

export type CodeCheck =
  | { readonly status: 'asking' }
  | { readonly status: 'checking' }
  | { readonly status: 'refused'; readonly trouble: Trouble }
  /** The code was right; the wallet opens. `isSlow` from 8 s on. */
  | { readonly status: 'opening'; readonly isSlow: boolean }
  | { readonly status: 'failed'; readonly trouble: Trouble }
  | { readonly status: 'done' }

export type EmailLogin =
  | { readonly step: 'idle'; readonly trouble?: Trouble }
  /** The email field on Connect was submitted. */
  | { readonly step: 'starting'; readonly email: string }
  /** `match`: the number that the user must pick on the page that the email links to. */
  | { readonly step: 'device'; readonly mail: Mail; readonly match: string | undefined; readonly wait: DeviceWait }
  | { readonly step: 'code'; readonly mail: Mail; readonly check: CodeCheck }

export const noEmailLogin: EmailLogin = { step: 'idle' }

export const emailLoginAtom = atom<EmailLogin>(noEmailLogin)
