/** Where smart sessions are offered, and whether the contracts that hold them to their limits are there. */
import { SmartAccountNetwork } from '@airlock/protocol/contracts/smart-accounts.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Client } from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { SmartAccounts } from '../../approval/eip155/delegation.ts'
import { type Implementation, implementations } from '../../signing/implementations.ts'
import { type Delegation, delegationManager, enforcers } from '../../signing/session.ts'
import { hashOf, managerAbi } from './context.ts'

/** `undefined` where the project record does not enable them. */
export function sessionsOn(smartAccounts: SmartAccounts, scope: Caip2): Implementation | undefined {
  const { data } = SmartAccountNetwork.safeParse(smartAccounts?.[scope])
  return data?.sessions && implementations[data.implementation]
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
