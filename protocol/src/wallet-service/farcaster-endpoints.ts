/**
 * Farcaster login over HTTP, in addition to `endpoints.ts`. In a separate file, because a wallet frame loads it with the first Farcaster
 * login.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { Origin } from '../scalars/origin.ts'
import { HttpUrl, Name } from '../scalars/values.ts'
import { type Endpoints, Ok, route, Seconds, Wait } from './endpoints.ts'
import { base64url, Opaque, Session } from './shapes.ts'

/** `refused`: Farcaster's answer is not valid for this login. `failed`: the channel no longer exists. */
export const FarcasterStatus = z.enum(['pending', 'proven', 'refused', 'failed'])

const channel = {
  flowId: Opaque,
  /** To scan, or to open on the phone with the Farcaster app. */
  url: HttpUrl,
  expiresIn: Seconds,
}
const proof = z.strictObject({ flowId: Opaque, verifier: base64url(32) })
const proofErrors = [
  'FLOW_UNKNOWN',
  'FLOW_EXPIRED',
  'FLOW_NOT_APPROVED',
  'SIGNATURE_INVALID',
  'PROVIDER_FAILED',
  'VERIFIER_MISMATCH',
  'ALREADY_USED',
] as const

export const farcasterEndpoints = {
  /**
   * Opens a channel at the relay (FIP-11). `challenge`: derived from a verifier that stays on the device until `farcasterComplete` (RFC
   * 7636, S256).
   */
  farcasterStart: {
    ...route('POST', '/v1/farcaster/start', 'proof'),
    request: z.strictObject({ projectId: ProjectId, hostOrigin: Origin, challenge: base64url(32) }),
    response: z.object(channel),
    errors: ['PROJECT_INVALID', 'PROVIDER_OFF', 'RELAY_ERROR'],
  },
  /** With `wait`, answers when the status is no longer `pending`, or after this many seconds. */
  farcasterFlow: {
    ...route('GET', '/v1/farcaster/:flowId', 'proof'),
    request: z.strictObject({ wait: Wait }),
    response: z.object({
      status: FarcasterStatus,
      /** Once proven: the user name from the relay, for display. */
      userName: z.optional(Name),
    }),
    errors: ['FLOW_UNKNOWN', 'FLOW_EXPIRED', 'RELAY_ERROR'],
  },
  farcasterComplete: {
    ...route('POST', '/v1/farcaster/complete', 'proof'),
    request: proof,
    response: Session,
    errors: [...proofErrors, 'DEVICE_REVOKED'],
  },
  /** Opens a channel for a login to add to the signed-in account, like `socialLinkStart`. */
  farcasterLinkStart: {
    ...route('POST', '/v1/farcaster/link/start', 'session'),
    request: z.strictObject({ hostOrigin: Origin, challenge: base64url(32) }),
    response: z.object(channel),
    errors: ['PROJECT_INVALID', 'PROVIDER_OFF', 'RELAY_ERROR', 'REAUTH_REQUIRED', 'TOO_MANY'],
  },
  /** Adds the login. Ends the other sessions. */
  farcasterLink: {
    ...route('POST', '/v1/farcaster/link', 'session'),
    request: proof,
    response: Ok,
    errors: [...proofErrors, 'IDENTITY_TAKEN', 'TOO_MANY'],
  },
} as const satisfies Endpoints

export type FarcasterEndpoints = typeof farcasterEndpoints
