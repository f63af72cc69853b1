/** The wallet service's record of the account's smart sessions, with errors that a page can read. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type SmartSession, sessionEndpoints } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import { ServiceRefusal } from '../custody/service.ts'
import type { Session } from '../login/session.ts'

export type CallService = Session['call']

type Recorded = Pick<SmartSession, 'expiry' | 'permissions' | 'policies' | 'context'> & { readonly url: string }

export interface SessionBook {
  list(): Promise<readonly SmartSession[]>
  add(session: Recorded): Promise<void>
  revoked(pci: string): Promise<void>
}

export function createSessionBook(call: CallService, scope: Caip2, account: string): SessionBook {
  const path = { account: `${scope}:${account}` }
  return {
    list: async () => (await told(call(sessionEndpoints.smartSessions, { path, request: {} }))).pcis,
    add: async (request) => void (await told(call(sessionEndpoints.smartSessionAdd, { path, request }))),
    revoked: async (pci) => void (await told(call(sessionEndpoints.smartSessionRevoke, { path, request: { pci } }))),
  }
}

const told = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof ServiceRefusal)) throw error
    if (error.code === 'TOO_MANY')
      throw new AirlockError('NOT_AVAILABLE', { message: 'The account has too many smart sessions.' })
    throw new AirlockError('NETWORK', { message: 'The wallet service does not answer.', cause: error })
  })
