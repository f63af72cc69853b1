/** What this device remembers of the user who has signed in with somebody else's account. */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

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
