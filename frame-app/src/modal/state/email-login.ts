/** Signing in by e-mail, as it is shown: one login at most, from the field on Connect to the account. */
import type { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'
import type { LoginFailure, LoginReason } from '../../shared/login/failure.ts'

/** Of the last mail. Instants in milliseconds of this device's clock. */
export interface Mail {
  readonly email: string
  /** No other one may be asked for before. */
  readonly resendAt: number
  /** Minutes that it counted when it was sent; `undefined` where nobody has said. */
  readonly validMinutes: number | undefined
  /** Another one is being asked for. */
  readonly isSending: boolean
}

/** What has gone wrong. Beside the reasons of the service: no wallet frame, no connection, and anything else. */
export interface Trouble extends Omit<LoginFailure, 'reason'> {
  readonly reason: LoginReason | 'NOT_LOADED' | 'OFFLINE' | 'UNKNOWN'
  readonly error: AirlockError
}

export type DeviceWait =
  /** `isSlow` once another mail may be asked for: this one may be in the spam folder. */
  | { readonly status: 'waiting'; readonly isSlow: boolean }
  /** The service cannot be reached; it is asked again by itself. */
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
  /** The field on Connect has been sent. */
  | { readonly step: 'starting'; readonly email: string }
  /** `match`: the number that the person picks on the page to which the mail leads. */
  | { readonly step: 'device'; readonly mail: Mail; readonly match: string | undefined; readonly wait: DeviceWait }
  | { readonly step: 'code'; readonly mail: Mail; readonly check: CodeCheck }

export const noEmailLogin: EmailLogin = { step: 'idle' }

export const emailLoginAtom = atom<EmailLogin>(noEmailLogin)
