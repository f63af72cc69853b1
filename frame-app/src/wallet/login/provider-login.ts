/** Shared by the logins with somebody else’s account: what they need, and their refusals. */
import { type LoginFailure, loginError } from '../../shared/login/failure.ts'
import { ServiceRefusal } from '../custody/service.ts'
import { told as toldByEmail } from './email-login.ts'
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

/** A removed device gets a new key, so that the next login works. */
export async function refused({ renewDevice }: ProviderLoginContext, error: unknown): Promise<never> {
  if (error instanceof ServiceRefusal && error.code === 'DEVICE_REVOKED') await renewDevice()
  throw error
}

const reasons: Readonly<Partial<Record<ServiceRefusal['code'], LoginFailure['reason']>>> = {
  PROVIDER_OFF: 'PROVIDER_OFF',
  PROVIDER_FAILED: 'PROVIDER_FAILED',
  SIGNATURE_INVALID: 'PROVIDER_FAILED',
  RELAY_ERROR: 'UNAVAILABLE',
  FLOW_NOT_APPROVED: 'EXPIRED',
  VERIFIER_MISMATCH: 'EXPIRED',
  ALREADY_USED: 'EXPIRED',
  IDENTITY_TAKEN: 'IDENTITY_TAKEN',
}

/** Beside the refusals that every login knows, those of these logins. */
export const told = <T>(work: () => Promise<T>): Promise<T> =>
  toldByEmail(() =>
    work().catch((error: unknown) => {
      const reason = error instanceof ServiceRefusal ? reasons[error.code] : undefined
      throw reason ? loginError({ reason }) : error
    }),
  )
