/**
 * Networks on which an account of the embedded wallet may use the code of a contract (EIP-7702): the entries of `smartAccounts` in the
 * project record. The contracts themselves are in the wallet's own list, so that a record can only choose one of them.
 */
import * as z from 'zod/mini'

/** `simple7702-0.8`: Simple7702Account of the ERC-4337 reference code, for EntryPoint 0.8. */
export const SmartAccountImplementation = z.enum(['simple7702-0.8'])

export const SmartAccountNetwork = z.strictObject({
  /** Must be deployed on the network. */
  implementation: SmartAccountImplementation,
})
export type SmartAccountNetwork = z.infer<typeof SmartAccountNetwork>
