/**
 * Smart sessions of an account over HTTP, in addition to `endpoints.ts`: list, record, revocation. In a separate file, because a wallet
 * frame loads it with the first session. The service only keeps records: the limits of a session and its revocation are on the chain.
 */
import * as z from 'zod/mini'
import { isCaip10, namespaceOf } from '../scalars/caip.ts'
import { Origin } from '../scalars/origin.ts'
import { AnyJson, Hex, text } from '../scalars/values.ts'
import { type Endpoints, Nothing, Ok, route, Seconds } from './endpoints.ts'
import { Opaque } from './shapes.ts'

/** The `:account` in a path. */
export const SessionAccount = z.string().check(z.refine((id) => isCaip10(id) && namespaceOf(id) === 'eip155'))

const Permission = z.strictObject({ type: text(64), data: z.record(text(64), AnyJson) })
const shared = {
  /** Unix time in seconds. */
  expiry: Seconds,
  permissions: z.array(Permission).check(z.minLength(1), z.maxLength(1)),
  policies: z.array(AnyJson).check(z.maxLength(0)),
  /** The signed delegation. It is useless without the page's key. */
  context: Hex.check(z.maxLength(8192)),
}

export const SmartSession = z.object({
  ...shared,
  project: z.object({
    id: text(64),
    name: text(256),
    /** The origin of the requesting page, as the wallet's browser reported it. */
    url: z.nullable(Origin),
    iconUrl: z.nullable(text(2048)),
  }),
  pci: Opaque,
  createdAt: Seconds,
  /** When the account sent the revocation. Only the chain shows whether it took effect. */
  revokedAt: z.nullable(Seconds),
})
export type SmartSession = z.infer<typeof SmartSession>

export const mostSessions = 255

export const sessionEndpoints = {
  /** Ended sessions stay in the list for a month. */
  smartSessions: {
    ...route('GET', '/v1/sessions/:account', 'session'),
    request: Nothing,
    response: z.object({ pcis: z.array(SmartSession).check(z.maxLength(mostSessions)) }),
    errors: ['WALLET_UNKNOWN'],
  },
  /** Called before the page gets the session, so that none is missing in the list. */
  smartSessionAdd: {
    ...route('POST', '/v1/sessions/:account', 'session'),
    request: z.strictObject({ ...shared, url: Origin }),
    response: z.object({ pci: Opaque }),
    errors: ['WALLET_UNKNOWN', 'TOO_MANY'],
  },
  smartSessionRevoke: {
    ...route('POST', '/v1/sessions/:account/revoke', 'session'),
    request: z.strictObject({ pci: Opaque }),
    response: Ok,
    errors: ['WALLET_UNKNOWN'],
  },
} as const satisfies Endpoints

export type SessionEndpoints = typeof sessionEndpoints
