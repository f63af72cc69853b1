/**
 * Transfers from a replaced wallet to its successor. A request has no recipient, call or text: the Key Worker builds the whole transaction,
 * to the address of the new key.
 */
import { patterned } from '@airlock/protocol/scalars/typed.ts'
import { EvmAddress, Quantity, SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { evmTerms } from './request.ts'

/** 64 bits: the programs of Solana count no further. */
const U64 = patterned<`0x${string}`>(/^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,15})$/)

export const SweepRequest = z.union([
  z.strictObject({
    kind: z.enum(['native', 'erc20', 'erc721', 'erc1155']),
    ...evmTerms,
    /** Contract of the token; not used for the coin. */
    token: EvmAddress,
    /** Token id of an NFT. */
    id: Quantity,
    amount: Quantity,
  }),
  /** In lamports. */
  z.strictObject({ kind: z.literal('sol'), amount: U64, blockhash: SolanaAddress }),
  z.strictObject({
    kind: z.literal('spl'),
    /** Where the token is. The account that receives it is derived from the new address. */
    account: SolanaAddress,
    mint: SolanaAddress,
    program: z.enum(['token', 'token-2022']),
    decimals: z.int().check(z.minimum(0), z.maximum(255)),
    amount: U64,
    /** Closes the emptied account; its deposit goes to the new address. */
    closes: z.boolean(),
    blockhash: SolanaAddress,
  }),
])
export type SweepRequest = z.infer<typeof SweepRequest>
export type SolanaSweep = Extract<SweepRequest, { kind: 'sol' | 'spl' }>
export type EvmSweep = Exclude<SweepRequest, SolanaSweep>
