/** Where smart sessions are offered, whether the contracts that hold them to their limits are there, and the record of the wallet service. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type SmartSession, sessionEndpoints } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import type { Client } from 'viem'
import { getCode, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import { readNetwork, type SmartAccounts } from '../../approval/eip155/delegation.ts'
import type { CallService, EvmOptions } from '../../approval/eip155/tools.ts'
import type { Implementation } from '../../signing/implementations.ts'
import { type Delegation, delegationManager, enforcers } from '../../signing/session.ts'
import { hashOf, managerAbi } from './context.ts'
import { refuse } from './request.ts'

/** `undefined` where the project record does not enable them. */
export function sessionsOn(smartAccounts: SmartAccounts, scope: Caip2): Implementation | undefined {
  const read = readNetwork(smartAccounts, scope)
  return read?.network.sessions && read.implementation
}

/** Without its contract, a limit would end every call, and a call of the manager would be lost. */
export async function hasContracts(client: Client): Promise<boolean> {
  const all = [delegationManager, ...Object.values(enforcers)] as const
  const codes = await Promise.all(all.map((address) => getCode(client, { address })))
  return codes.every((code) => code !== undefined)
}

/**
 * Whether the session is revoked: only if every node says so, because a node that lies could keep the user from revoking it. `undefined`: none
 * says that it is not, and not all answer.
 */
export async function readRevoked(nodes: readonly Client[], delegation: Delegation): Promise<boolean | undefined> {
  const args = [hashOf(delegation)] as const
  const ask = async (node: Client): Promise<false> => {
    const asked = { abi: managerAbi, address: delegationManager, functionName: 'disabledDelegations', args } as const
    if (await readContract(node, asked)) throw new SaysRevoked()
    return false
  }
  try {
    return await Promise.any(nodes.map(ask))
  } catch (error) {
    const all = error instanceof AggregateError ? error.errors : []
    return all.length > 0 && all.every((one) => one instanceof SaysRevoked) ? true : undefined
  }
}
class SaysRevoked extends Error {}

type Recorded = Pick<SmartSession, 'expiry' | 'permissions' | 'policies' | 'context'> & { readonly url: string }

export function createSessionBook(call: CallService, scope: Caip2, account: string) {
  const path = { account: `${scope}:${account}` }
  return {
    list: async () => (await told(call(sessionEndpoints.smartSessions, { path, request: {} }))).pcis,
    add: async (request: Recorded) => void (await told(call(sessionEndpoints.smartSessionAdd, { path, request }))),
    revoked: async (pci: string) =>
      void (await told(call(sessionEndpoints.smartSessionRevoke, { path, request: { pci } }))),
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

export const bookOf = ({ service, account }: Pick<EvmOptions, 'service' | 'account'>, scope: Caip2) =>
  service ? createSessionBook(service, scope, account) : refuse('off')
