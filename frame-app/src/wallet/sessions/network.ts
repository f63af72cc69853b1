/** Where smart sessions are offered, and whether the contracts that hold them to their limits are there. */

import { SmartAccountNetwork } from '@airlock/protocol/contracts/smart-accounts.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Client } from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { SmartAccounts } from '../batches/delegation.ts'
import { type Implementation, implementations } from '../signing/implementations.ts'
import { type Delegation, delegationManager, enforcers } from '../signing/session.ts'
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

export const isRevoked = (client: Client, delegation: Delegation): Promise<boolean> =>
  readContract(client, {
    abi: managerAbi,
    address: delegationManager,
    functionName: 'disabledDelegations',
    args: [hashOf(delegation)],
  })
