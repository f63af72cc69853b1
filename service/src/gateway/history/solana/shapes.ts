/** Solana transactions in a node's `jsonParsed` form, with the fields that the history needs. */
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { maxDecimals } from '../../networks/network.ts'

const Signature = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,90}$/))

export const Listed = z.object({ signature: Signature, slot: z.int().check(z.nonnegative()) })
export type Listed = z.infer<typeof Listed>

const Lamports = z.array(z.int().check(z.nonnegative()))
export const TokenBalance = z.object({
  accountIndex: z.int().check(z.nonnegative()),
  mint: SolanaAddress,
  owner: z.optional(SolanaAddress),
  uiTokenAmount: z.object({
    amount: z.string().check(z.regex(/^\d{1,20}$/)),
    decimals: z.int().check(z.nonnegative(), z.maximum(maxDecimals)),
  }),
})
export type TokenBalance = z.infer<typeof TokenBalance>
const Instruction = z.object({
  programId: z.optional(z.string()),
  parsed: z.optional(
    z.union([
      z.object({ type: z.string(), info: z._default(z.record(z.string(), z.unknown()), {}) }),
      z.pipe(
        z.string(),
        z.transform(() => undefined),
      ),
    ]),
  ),
})

export const SolanaTransaction = z.object({
  slot: z.int().check(z.nonnegative()),
  /** Unix seconds. */
  blockTime: z.nullish(z.int().check(z.nonnegative(), z.maximum(253_402_300_799))),
  meta: z.object({
    err: z.unknown(),
    fee: z.int().check(z.nonnegative()),
    preBalances: Lamports,
    postBalances: Lamports,
    /** Parsed one by one: a mint may have an impossible number of decimals. */
    preTokenBalances: z.nullish(z.array(z.unknown())),
    postTokenBalances: z.nullish(z.array(z.unknown())),
    innerInstructions: z.nullish(z.array(z.object({ instructions: z.array(Instruction) }))),
  }),
  transaction: z.object({
    message: z.object({
      accountKeys: z.array(z.object({ pubkey: SolanaAddress })).check(z.minLength(1)),
      instructions: z.array(Instruction),
    }),
  }),
})
export type Instruction = z.infer<typeof Instruction>
export type SolanaTransaction = z.infer<typeof SolanaTransaction>

export const TokenAccounts = z.object({ value: z.array(z.object({ pubkey: SolanaAddress })) })
