/** What this device keeps of a login with somebody else's account: the verifier of its flow, and then what the user is called. */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { base64urlnopad } from '@scure/base'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

/** In seconds; less than the 30 that the modal waits. */
export const longPoll = '20'

/** It stays on this device until the login is completed; the service knows its challenge (RFC 7636, S256). */
export async function drawVerifier(): Promise<{ readonly verifier: string; readonly challenge: string }> {
  const verifier = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64urlnopad.encode(new Uint8Array(digest)) }
}

export interface Remembering {
  readonly session: Pick<Session, 'call'>
  readonly store: Pick<LoginStore, 'read' | 'write' | 'remove'>
}

/** Of this account, not of one that was signed in before. */
export async function remember({ store, session }: Remembering, provider: string): Promise<void> {
  store.remove('email', 'socialUsername')
  store.write('social', provider)
  const { email, userName } = await session.call(walletEndpoints.user, { request: {} })
  if (email !== undefined) store.write('email', email)
  if (userName !== undefined) store.write('socialUsername', userName)
}

/** A login was removed. If this device was signed in with it, the account's first login is shown from now on. */
export async function forgetLogin({ store, session }: Remembering, removed: string | undefined): Promise<void> {
  if (store.read('social') !== removed) return
  const { email, userName, provider } = await session.call(walletEndpoints.user, { request: {} })
  store.remove('email', 'social', 'socialUsername')
  if (email !== undefined) store.write('email', email)
  if (userName !== undefined) store.write('socialUsername', userName)
  if (provider !== undefined) store.write('social', provider)
}
