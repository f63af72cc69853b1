/**
 * The logins of an account over HTTP, in addition to `endpoints.ts`: change of the email address, list, removal. In a separate file,
 * because a wallet frame loads it when the user changes a login.
 */
import * as z from 'zod/mini'
import { SocialId } from '../scalars/social-id.ts'
import { Email, Name, Timestamp } from '../scalars/values.ts'
import { type Endpoints, Nothing, Ok, Otp, route, Seconds } from './endpoints.ts'
import { Opaque } from './shapes.ts'

/** The steps of a change: the code of the current address first, then that of the new one. */
export const EmailUpdateAction = z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'])
export type EmailUpdateAction = z.infer<typeof EmailUpdateAction>

const Code = z.strictObject({ flowId: Opaque, otp: Otp })
const Logins = z.object({
  /** Apps see the first one; the recovery service sends its emails to its address. */
  logins: z.array(
    z.object({
      loginId: Opaque,
      /** Absent: an email address. */
      provider: z.optional(SocialId),
      email: z.optional(Email),
      userName: z.optional(Name),
      addedAt: Timestamp,
    }),
  ),
})
const codeErrors = ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'COOLDOWN'] as const

export const loginEndpoints = {
  /**
   * Changes the email address, or adds one to an account without. No answer reveals whether the new address has an account: its owner gets
   * an email. An account without an address needs a fresh login instead of the first code.
   */
  emailUpdateStart: {
    ...route('POST', '/v1/email/update/start', 'session'),
    request: z.strictObject({ newEmail: Email }),
    response: z.object({ flowId: Opaque, action: EmailUpdateAction, expiresIn: Seconds }),
    errors: ['EMAIL_UNCHANGED', 'REAUTH_REQUIRED', 'COOLDOWN', 'TOO_MANY'],
  },
  /** Checks the code of the current address; then a code is sent to the new one. */
  emailUpdateVerifyPrimary: {
    ...route('POST', '/v1/email/update/verify-primary', 'session'),
    request: Code,
    response: Ok,
    errors: codeErrors,
  },
  /** Checks the code of the new address. Ends the other sessions; both addresses get an email, and the old one can undo the change. */
  emailUpdateVerifySecondary: {
    ...route('POST', '/v1/email/update/verify-secondary', 'session'),
    request: Code,
    response: z.object({ email: Email }),
    errors: ['OTP_INVALID', 'OTP_EXPIRED', 'OTP_LOCKED', 'IDENTITY_TAKEN', 'TOO_MANY'],
  },
  /** Sent as a form by the page linked in the email, from its own origin; answered with a page. */
  loginsUndo: {
    ...route('POST', '/v1/logins/undo', 'none'),
    request: z.strictObject({ token: Opaque }),
    response: Nothing,
    errors: ['FLOW_UNKNOWN'],
  },
  logins: {
    ...route('GET', '/v1/logins', 'session'),
    request: Nothing,
    /** `freshFor`: how long this session may still change the logins. */
    response: z.extend(Logins, { freshFor: Seconds }),
  },
  /** Needs a fresh login. Ends the other sessions; the removed address gets an email with a link that restores it. */
  loginRemove: {
    ...route('DELETE', '/v1/logins/:loginId', 'session'),
    request: Nothing,
    response: Logins,
    errors: ['REAUTH_REQUIRED', 'COOLING_OFF', 'LAST_LOGIN', 'RECOVERY_ADDRESS'],
  },
} as const satisfies Endpoints

export type LoginEndpoints = typeof loginEndpoints
