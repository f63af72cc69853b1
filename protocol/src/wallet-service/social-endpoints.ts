/**
 * Social login over HTTP, in addition to `endpoints.ts`. In a separate file, because a wallet frame loads it with the first social login.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { Origin } from '../scalars/origin.ts'
import { SocialId } from '../scalars/social-id.ts'
import { Email, HttpUrl, Name } from '../scalars/values.ts'
import { type Endpoints, MatchNumber, Nothing, Ok, PickedNumber, route, Seconds, Wait } from './endpoints.ts'
import type { ServiceErrorCode } from './errors.ts'
import { base64url, Opaque, Session } from './shapes.ts'

/** `confirm`: the user has to pick the number. `declined`: at the provider. `denied`: the user picked a wrong number, or "not me". */
export const SocialStatus = z.enum(['pending', 'confirm', 'proven', 'denied', 'declined', 'failed'])
const socialProof = {
  flowId: Opaque,
  verifier: base64url(32),
  /** After a full-page redirect: the code in the final URL, in addition to the number. */
  returnCode: z.optional(Opaque),
}
const socialErrors: ServiceErrorCode[] = [
  'FLOW_UNKNOWN',
  'FLOW_EXPIRED',
  'FLOW_NOT_APPROVED',
  'FLOW_DENIED',
  'PROVIDER_FAILED',
  'VERIFIER_MISMATCH',
  'ALREADY_USED',
]

export const socialEndpoints = {
  /**
   * Registers a social login. The user's window opens `/social/<ticket>`, which redirects to the provider. `challenge`: derived from a
   * verifier that stays on the device until `socialComplete` (RFC 7636, S256).
   */
  socialStart: {
    ...route('POST', '/v1/social/start', 'proof'),
    request: z.strictObject({
      provider: SocialId,
      projectId: ProjectId,
      hostOrigin: Origin,
      ticket: base64url(32),
      challenge: base64url(32),
      /** For a full-page redirect: the final URL, on `hostOrigin`. */
      returnTo: z.optional(HttpUrl),
    }),
    response: z.object({
      flowId: Opaque,
      expiresIn: Seconds,
      /** The number to pick after the provider, if this device is new to the account. */
      matchNumber: MatchNumber,
    }),
    errors: ['PROJECT_INVALID', 'PROVIDER_OFF'],
  },
  /** With `wait`, answers when the status changes, or after so many seconds. */
  socialFlow: {
    ...route('GET', '/v1/social/flows/:flowId', 'proof'),
    request: z.strictObject({ wait: Wait, seen: z.optional(SocialStatus) }),
    response: z.object({
      status: SocialStatus,
      /** Once proven, of a login that is being added: the address that the provider has verified, and the user's name there. */
      email: z.optional(Email),
      userName: z.optional(Name),
    }),
    errors: ['FLOW_UNKNOWN', 'FLOW_EXPIRED'],
  },
  socialComplete: {
    ...route('POST', '/v1/social/complete', 'proof'),
    request: z.strictObject({
      ...socialProof,
      /** Creates a separate account although the address already has one. */
      isSeparate: z.optional(z.literal(true)),
    }),
    response: Session,
    errors: socialErrors.concat('EMAIL_KNOWN', 'DEVICE_REVOKED', 'LOGIN_REMOVED'),
  },
  /**
   * Registers a login to add to the signed-in account; it never opens a session. Needs a fresh login, which is not required again when the
   * login is added.
   */
  socialLinkStart: {
    ...route('POST', '/v1/social/link/start', 'session'),
    request: z.strictObject({
      provider: SocialId,
      hostOrigin: Origin,
      ticket: base64url(32),
      challenge: base64url(32),
    }),
    response: z.object({ flowId: Opaque, expiresIn: Seconds, matchNumber: MatchNumber }),
    errors: ['PROJECT_INVALID', 'PROVIDER_OFF', 'REAUTH_REQUIRED', 'TOO_MANY'],
  },
  /**
   * Adds the login to the signed-in account; both must be proven. A login that `socialStart` began needs a fresh login of the account. Ends
   * the other sessions.
   */
  socialLink: {
    ...route('POST', '/v1/social/link', 'session'),
    request: z.strictObject(socialProof),
    response: Ok,
    errors: socialErrors.concat('REAUTH_REQUIRED', 'IDENTITY_TAKEN', 'TOO_MANY'),
  },
  /** Sent as a form by the page after the provider, from its own origin; answered with a page. */
  socialConfirm: {
    ...route('POST', '/v1/social/confirm', 'none'),
    request: z.strictObject({ state: Opaque, token: Opaque, number: PickedNumber }),
    response: Nothing,
    errors: ['FLOW_UNKNOWN', 'FLOW_EXPIRED', 'NUMBER_WRONG'],
  },
} as const satisfies Endpoints

export type SocialEndpoints = typeof socialEndpoints
