/**
 * Several calls as one transaction of a wallet (EIP-5792): `wallet_sendCalls`, and their state by `wallet_getCallsStatus`. A wallet may
 * lie, so its answers are parsed; the transaction that it names is looked up on the chain like any other.
 */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Hash32, Quantity } from '@airlock/protocol/scalars/values.ts'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { toQuantity } from '../../../shared/chains/eip155/fees.ts'
import type { Call } from '../../../shared/swap/decode.ts'
import { toHexChain } from './capabilities.ts'

/** Params of `wallet_sendCalls`: all of the calls, or none. */
export const toBatch = (chainId: Caip2, from: Address, calls: readonly Call[]): Json => [
  {
    version: '2.0.0',
    chainId: toHexChain(chainId),
    from,
    atomicRequired: true,
    calls: calls.map(({ to, data, value }) => ({ to, data, value: toQuantity(value) })),
  },
]

const Id = z.string().check(z.minLength(1), z.maxLength(4_096))
const Hashes = z.object({ transactionHashes: z.array(Hash32).check(z.maxLength(100)) })
const Taken = z.union([
  // Version 1 of the standard returns only the id.
  z.pipe(
    Id,
    z.transform((id) => ({ id, capabilities: undefined })),
  ),
  z.object({ id: Id, capabilities: z.catch(z.optional(z.object({ caip345: z.optional(Hashes) })), undefined) }),
])

/** `hash`: some wallets know the transaction at once (CAIP-345). @returns `undefined` if the answer names no calls */
export function readTaken(answer: unknown): { readonly id: string; readonly hash: string | undefined } | undefined {
  const { data } = z.safeParse(Taken, answer)
  return data && { id: data.id, hash: data.capabilities?.caip345?.transactionHashes.at(-1) }
}

export type BatchState =
  | { readonly status: 'pending' }
  | { readonly status: 'done'; readonly hash: string }
  /** `hash`: it is in a block, and failed there; `undefined`: the wallet has never sent it. */
  | { readonly status: 'failed'; readonly hash: string | undefined }

const Said = z.object({
  status: z.union([z.int(), z.enum(['PENDING', 'CONFIRMED'])]),
  receipts: z.nullish(
    z.array(z.object({ transactionHash: Hash32, status: z.optional(Quantity) })).check(z.maxLength(100)),
  ),
})

/** An answer that cannot be read counts as pending, so the wallet is asked again. */
export function readBatchState(answer: unknown): BatchState {
  const { data } = z.safeParse(Said, answer)
  const receipt = data?.receipts?.at(-1)
  const hash = receipt?.transactionHash
  const hundreds = typeof data?.status === 'number' ? Math.floor(data.status / 100) : undefined
  // 400 to 600: not sent, failed, failed in part.
  if (hundreds !== undefined && hundreds >= 4) return { status: 'failed', hash }
  const isDone = hundreds === 2 || data?.status === 'CONFIRMED'
  if (!isDone || hash === undefined) return { status: 'pending' }
  return BigInt(receipt?.status ?? '0x1') === 1n ? { status: 'done', hash } : { status: 'failed', hash }
}
