/** Entry of an RPC method: whether the user must approve it, and the schema of its params. */
import * as z from 'zod/mini'
import type { Schema } from '../contracts/define.ts'
import { Count, EvmAddress, Hash32, Quantity } from '../scalars/values.ts'

export interface RpcMethod {
  /** `safe` needs no screen, `approval` does. Unlisted methods are denied. */
  readonly access: 'safe' | 'approval'
  readonly params: Schema
}
export type RpcTable = Readonly<Record<string, RpcMethod>>

/** `undefined` means denied. Exact spelling; inherited names are not methods. */
export const findIn = (table: RpcTable, method: string): RpcMethod | undefined =>
  Object.hasOwn(table, method) ? table[method] : undefined

export const safe = (params: Schema): RpcMethod => ({ access: 'safe', params })
export const approval = (params: Schema): RpcMethod => ({ access: 'approval', params })

/** Absent, or an empty array. */
export const none = z.optional(z.array(z.never()).check(z.maxLength(0)))

export const BlockTag = z.union([z.enum(['latest', 'earliest', 'pending', 'safe', 'finalized']), Quantity])
export const BlockRef = z.union([
  BlockTag,
  Hash32,
  z.strictObject({ blockHash: Hash32, requireCanonical: z.optional(z.boolean()) }),
  z.strictObject({ blockNumber: Quantity }),
])
/** Address and optional block. */
export const atBlock = z.union([z.tuple([EvmAddress]), z.tuple([EvmAddress, BlockRef])])

const commitment = z.enum(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'])

/** Options with which a node sends a Solana transaction (behaviour facts §1.6). */
export const SolanaSendOptions = z.strictObject({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(commitment),
  maxRetries: z.optional(Count),
  minContextSlot: z.optional(Count),
})
