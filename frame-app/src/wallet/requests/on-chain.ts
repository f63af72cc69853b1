/**
 * All that reads or changes EVM networks besides plain signatures and transactions: requests of smart accounts, answers about them, holdings.
 * One file of the build, because the empty frame holds the name and the hash of each.
 */
import type { EvmTools, TransactionKind } from '../approval/eip155/tools.ts'
import type { AskedKind } from '../approval/prepared.ts'
import { createSendCalls } from './calls/calls.ts'
import { createOperations } from './operation/operation.ts'
import { createGrants } from './smart-session/grant.ts'
import { createRevocations } from './smart-session/revocation.ts'
import { createUndelegations } from './undelegation/undelegation.ts'

/** @param transactions calls and revocations can be one transaction */
export const createSmartAccountKinds = (
  tools: EvmTools,
  { transactions, undelegateMethod }: { readonly transactions: TransactionKind; readonly undelegateMethod: string },
): readonly AskedKind[] => [
  createSendCalls(tools, { transactions, prepareSponsored: createOperations(tools).prepare }),
  createGrants(tools),
  createRevocations(tools, transactions),
  createUndelegations(tools, undelegateMethod),
]

export { assetsFor } from '../assets/assets.ts'
export { createDeployed } from '../login/deployed.ts'
export { askBundler } from '../provider/answers/bundler.ts'
export { capabilitiesFor, statusFor } from '../provider/answers/calls.ts'
export { grantedPermissions, supportedPermissions } from '../provider/answers/sessions.ts'
export { createEvmSweeper } from '../rotation/eip155.ts'
export { networkOfCalls } from './calls/request.ts'
export { networkOfSession } from './smart-session/request.ts'
export { networkOfRevocation } from './smart-session/revocation.ts'
