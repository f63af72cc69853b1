/**
 * Transfers from a replaced wallet to its successor. A request has no recipient, call or text: the Key Worker builds the whole transaction,
 * to the address of the new key.
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
    /** Contract of the token; not used for the coin. */
    token: EvmAddress,
    /** Token id of an NFT. */
    id: Quantity,
    amount: Quantity,
  }),
  /** In lamports. */
  z.strictObject({ kind: z.literal('sol'), amount: Quantity, blockhash: SolanaAddress }),
])
export type SweepRequest = z.infer<typeof SweepRequest>
export type SolanaSweep = Extract<SweepRequest, { kind: 'sol' }>
export type EvmSweep = Exclude<SweepRequest, SolanaSweep>
