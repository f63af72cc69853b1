/**
 * What moves from a replaced wallet to the one in its place. No request has a recipient, a call or a text of its own: the Key Worker makes
 * the whole transaction, to the address of the new key.
 */
import { EvmAddress, Quantity, SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'

export const SweepRequest = z.union([
  z.strictObject({
    kind: z.enum(['native', 'erc20', 'erc721', 'erc1155']),
    chainId: z.int().check(z.positive()),
    nonce: z.int().check(z.nonnegative()),
    gas: Quantity,
    /** In wei per gas. */
    maxFeePerGas: Quantity,
    maxPriorityFeePerGas: Quantity,
    /** Its contract; of the coin, not used. */
    token: EvmAddress,
    /** Of an NFT. */
    id: Quantity,
    amount: Quantity,
  }),
  /** In lamports. */
  z.strictObject({ kind: z.literal('sol'), amount: Quantity, blockhash: SolanaAddress }),
])
export type SweepRequest = z.infer<typeof SweepRequest>
export type SolanaSweep = Extract<SweepRequest, { kind: 'sol' }>
export type EvmSweep = Exclude<SweepRequest, SolanaSweep>
