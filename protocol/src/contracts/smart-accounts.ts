/**
 * Networks on which an account of the embedded wallet may use the code of a contract (EIP-7702): the entries of `smartAccounts` in the
 * project record. The contracts are in the wallet's own list; a record can only choose among them.
 */
import * as z from 'zod/mini'

/**
 * `simple7702-0.8`: Simple7702Account of the ERC-4337 reference code, for EntryPoint 0.8. `delegator-1.3`: EIP7702StatelessDeleGator of
 * the delegation framework 1.3.0, for EntryPoint 0.7.
 */
export const SmartAccountImplementation = z.enum(['simple7702-0.8', 'delegator-1.3'])

/** A JSON-RPC service over HTTP. Bundler operators put the API key into its query. */
const ServiceUrl = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s#]+$/))

export const SmartAccountNetwork = z
  .strictObject({
    /** Must be deployed on the network. */
    implementation: SmartAccountImplementation,
    /** Takes user operations (ERC-4337) for the EntryPoint of the implementation. */
    bundler: z.optional(ServiceUrl),
    /** Pays their fees (ERC-7677). No other paymaster is used: its origin and the bundler's become part of the wallet's `connect-src`. */
    paymaster: z.optional(ServiceUrl),
    /** Pages may request smart sessions (ERC-7715). Only with `delegator-1.3`, whose contracts enforce their limits. */
    sessions: z.optional(z.literal(true)),
  })
  .check(
    z.refine(({ bundler, paymaster }) => (bundler === undefined) === (paymaster === undefined)),
    z.refine(({ implementation, sessions }) => implementation === 'delegator-1.3' || sessions === undefined),
  )
export type SmartAccountNetwork = z.infer<typeof SmartAccountNetwork>
