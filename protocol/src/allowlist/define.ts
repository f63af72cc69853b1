/** Entry of an RPC method: all that is known about it, so that nobody else needs a list of methods. */
import * as z from 'zod/mini'
import type { Schema } from '../contracts/define.ts'
import { Count, EvmAddress, Hash32, Quantity } from '../scalars/values.ts'

export interface RpcMethod {
  /** `safe` needs no screen, `approval` does. Unlisted methods are denied. */
  readonly access: 'safe' | 'approval'
  readonly params: Schema
  /** Who answers: a listed node of the network, the wallet, the modal itself, or the network's bundler through the embedded wallet. */
  readonly by: 'node' | 'wallet' | 'modal' | 'bundler'
  /** A safe method for which a paired wallet may prompt its user; the embedded wallet does not. */
  readonly mayPrompt?: true
  /** Signs a text or data, not a transaction. */
  readonly signs?: true
  /**
   * The answer is the id of calls, or of a transaction. By `wallet`: the wallet says so. By `page`: the transaction may be of another
   * account, because a page can broadcast any.
   */
  readonly sends?: 'wallet' | 'page' | 'calls'
  /** Concerns a smart session. */
  readonly session?: 'grant' | 'revoke'
  /** Proposed to paired wallets: only proposed methods can be used later. */
  readonly paired?: true
  /** Positions of the params that are numbers or blocks themselves. */
  readonly numbers?: readonly number[]
  /** The first of the params is an object with numbers; pages write `null` for a field that they leave out of a transaction. */
  readonly fields?: 'transaction' | 'other'
  /** A filter exists only at the node that made it. */
  readonly filter?: 'make' | 'use' | 'end'
}
type Facts = Partial<Omit<RpcMethod, 'access' | 'params'>>
export type RpcTable = Readonly<Record<string, RpcMethod>>

/** `undefined` means denied. Exact spelling; inherited names are not methods. */
export const findIn = (table: RpcTable, method: string): RpcMethod | undefined =>
  Object.hasOwn(table, method) ? table[method] : undefined

export const safe = (params: Schema, facts?: Facts): RpcMethod => ({ access: 'safe', params, by: 'node', ...facts })
export const approval = (params: Schema, facts?: Facts): RpcMethod => ({
  access: 'approval',
  params,
  by: 'wallet',
  ...facts,
})

export const paired = { paired: true } as const

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

/** Options with which a node sends a Solana transaction. */
export const SolanaSendOptions = z.strictObject({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(commitment),
  maxRetries: z.optional(Count),
  minContextSlot: z.optional(Count),
})
