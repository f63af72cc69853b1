/**
 * Networks on which an account of the embedded wallet may use the code of a contract (EIP-7702): the entries of `smartAccounts` in the
 * project record. The contracts themselves are in the wallet's own list, so that a record can only choose one of them.
 */
import * as z from 'zod/mini'

/** `simple7702-0.8`: Simple7702Account of the ERC-4337 reference code, for EntryPoint 0.8. */
export const SmartAccountImplementation = z.enum(['simple7702-0.8'])

/** A JSON-RPC service over HTTP. Operators of bundlers put the key into its query. */
const ServiceUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s#]+$/))

export const SmartAccountNetwork = z
  .strictObject({
    /** Must be deployed on the network. */
    implementation: SmartAccountImplementation,
    /** Takes user operations (ERC-4337). */
    bundler: z.optional(ServiceUrl),
    /** Pays their fees (ERC-7677). The only one: its origin and the bundler's become part of the wallet's `connect-src`. */
    paymaster: z.optional(ServiceUrl),
  })
  .check(z.refine(({ bundler, paymaster }) => (bundler === undefined) === (paymaster === undefined)))
export type SmartAccountNetwork = z.infer<typeof SmartAccountNetwork>
