/** What only approvals and pages of the wallet need, in one chunk: each file that loads late costs the empty frame its name and its hash. */
export { assetsFor } from '../assets/assets.ts'
export { createEvmSweeper } from '../rotation/eip155.ts'
export { grantedPermissions, supportedPermissions } from '../sessions/methods.ts'
export {
  finishGrant,
  finishRevocation,
  networkOfRevocation,
  prepareGrant,
  prepareRevocation,
  renewGrant,
} from '../sessions/prepare.ts'
export { networkOfSession } from '../sessions/request.ts'
export { createDeployed } from './deployed.ts'
export { capabilitiesFor, statusFor } from './methods.ts'
export {
  answerTo,
  expectNew,
  finishOperation,
  isDelegated,
  noted,
  prepareCalls,
  renewOperation,
  simulateBatch,
} from './prepare.ts'
export { networkOfCalls } from './request.ts'
export { prepareUndelegation } from './undelegation.ts'
export { askBundler } from './user-operations.ts'
