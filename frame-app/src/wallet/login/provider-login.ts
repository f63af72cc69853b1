/** Shared by the logins with somebody else's account: the verifier, the refusals, what this device remembers of the user. */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { base64urlnopad } from '@scure/base'
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

/** In seconds; less than the 30 that the modal waits. */
export const longPoll = '20'

/** It stays on this device until the login is completed; the service knows its challenge (RFC 7636, S256). */
export async function drawVerifier(): Promise<{ readonly verifier: string; readonly challenge: string }> {
  const verifier = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64urlnopad.encode(new Uint8Array(digest)) }
}

/** A removed device gets a new key, so that the next login works. */
export async function refused({ renewDevice }: ProviderLoginContext, error: unknown): Promise<never> {
  if (error instanceof ServiceRefusal && error.code === 'DEVICE_REVOKED') await renewDevice()
  throw error
}

/** Of this account, not of one that was signed in before. */
export async function remember({ store, session }: ProviderLoginContext, provider: string): Promise<void> {
  store.remove('email', 'socialUsername')
  store.write('social', provider)
  const { email, userName } = await session.call(walletEndpoints.user, { request: {} })
  if (email !== undefined) store.write('email', email)
  if (userName !== undefined) store.write('socialUsername', userName)
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
