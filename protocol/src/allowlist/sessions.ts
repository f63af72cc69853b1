/**
 * Params of the methods for smart sessions (ERC-7715). Only the outer form is checked here: the wallet parses the rest, and refuses what it
 * does not grant with its own error.
 */
import * as z from 'zod/mini'
import { AnyJson, Hex } from '../scalars/values.ts'

const one = z.record(z.string(), AnyJson)

/** The older draft, and the revocation of accounts (EIP-2255). */
export const OnePermission = z.tuple([one])
export const RequestedExecutionPermissions = z.array(one).check(z.minLength(1), z.maxLength(16))
export const RevokedExecutionPermission = z.tuple([z.strictObject({ permissionContext: Hex.check(z.maxLength(8192)) })])
/** `withEnded` is only for the modal: includes sessions that have ended. */
export const GrantedPermissions = z.optional(
  z.array(z.strictObject({ withEnded: z.optional(z.boolean()) })).check(z.maxLength(1)),
)
