/** The wallet service's record of the account's smart sessions, with errors that a page can read. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type SmartSession, sessionEndpoints } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import * as z from 'zod/mini'
import type { CallService, EvmOptions } from '../../approval/eip155/tools.ts'
import { refuse } from './request.ts'

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

const Refusal = z.object({ name: z.literal('ServiceRefusal'), code: z.string() })

const told = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    // By its name: importing the class would split a chunk that every page loads.
    const { data: refusal } = Refusal.safeParse(error)
    if (!refusal) throw error
    if (refusal.code === 'TOO_MANY')
      throw new AirlockError('NOT_AVAILABLE', { message: 'The account has too many smart sessions.' })
    throw new AirlockError('NETWORK', { message: 'The wallet service does not answer.', cause: error })
  })

export const bookOf = ({ service, account }: Pick<EvmOptions, 'service' | 'account'>, scope: Caip2): SessionBook =>
  service ? createSessionBook(service, scope, account) : refuse('off')
