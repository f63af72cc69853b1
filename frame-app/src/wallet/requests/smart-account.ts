/** The kinds of requests of a smart account: calls, smart sessions, and the way back to a plain one. Few need them, so they load with the first. */
import type { EvmTools, TransactionKind } from '../approval/eip155/tools.ts'
import type { AskedKind } from '../approval/prepared.ts'
import { createSendCalls } from './calls/calls.ts'
import { createOperations } from './operation/operation.ts'
import { createGrants } from './smart-session/grant.ts'
import { createRevocations } from './smart-session/revocation.ts'
import { createUndelegations } from './undelegation/undelegation.ts'

/** @param transactions calls and revocations can be one transaction */
export const createSmartAccountKinds = (tools: EvmTools, transactions: TransactionKind): readonly AskedKind[] => [
  createSendCalls(tools, { transactions, prepareSponsored: createOperations(tools).prepare }),
  createGrants(tools),
  createRevocations(tools, transactions),
  createUndelegations(tools),
]

export { networkOfCalls } from './calls/request.ts'
export { networkOfSession } from './smart-session/request.ts'
export { networkOfRevocation } from './smart-session/revocation.ts'
