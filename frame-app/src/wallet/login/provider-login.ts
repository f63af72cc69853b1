/** Shared by the logins with somebody else’s account: what they need, and their refusals. */
import { type Reasons, told as toldByEmail } from './email-login.ts'
import type { Http } from './http.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

export interface ProviderLoginContext {
  readonly projectId: string
  /** The host page's origin, as the browser reports it. */
  readonly hostOrigin: string
  readonly serviceUrl: string
  readonly http: Http
  readonly session: Session
  readonly store: LoginStore
  readonly renewDevice: () => Promise<unknown>
}

const reasons: Reasons = {
  PROVIDER_OFF: 'PROVIDER_OFF',
  PROVIDER_FAILED: 'PROVIDER_FAILED',
  SIGNATURE_INVALID: 'PROVIDER_FAILED',
  RELAY_ERROR: 'UNAVAILABLE',
  FLOW_NOT_APPROVED: 'EXPIRED',
  VERIFIER_MISMATCH: 'EXPIRED',
  ALREADY_USED: 'EXPIRED',
  IDENTITY_TAKEN: 'IDENTITY_TAKEN',
}

export const told = <T>(work: () => Promise<T>): Promise<T> => toldByEmail(work, reasons)
