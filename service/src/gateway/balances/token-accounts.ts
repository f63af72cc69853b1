/** A Solana account's balances in both token programs, summed by mint. */
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { maxDecimals } from '../networks/network.ts'
import { type Outcome, resultOf } from '../nodes/json-rpc.ts'
import type { NodeCall, NodePool } from '../nodes/pool.ts'

/** By mint, in the smallest unit. */
export type TokenAmounts = ReadonlyMap<string, { readonly decimals: number; readonly amount: bigint }>

export const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const tokenPrograms: readonly string[] = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', token2022]

const TokenAccounts = z.object({ value: z.array(z.unknown()) })
/** Anyone can create and send a mint with up to 255 decimals; more decimals than an amount has digits are invalid. */
const TokenAccount = z.object({
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: z.object({
          mint: SolanaAddress,
          tokenAmount: z.object({
            amount: z.string().check(z.regex(/^\d{1,20}$/)),
            decimals: z.int().check(z.nonnegative(), z.maximum(maxDecimals)),
          }),
        }),
      }),
    }),
  }),
})

/** One call for each program. @param config what is read of each account */
export const tokenAccountCalls = (owner: string, config: object = { encoding: 'jsonParsed' }): readonly NodeCall[] =>
  tokenPrograms.map((programId) => ({ method: 'getTokenAccountsByOwner', params: [owner, { programId }, config] }))

/** @throws {Error} when the node refused, or its answer is invalid */
export function readTokenAccounts(outcomes: readonly Outcome[]): TokenAmounts {
  const amounts = new Map<string, { decimals: number; amount: bigint }>()
  for (const account of outcomes.flatMap((outcome) => resultOf(outcome, TokenAccounts, 'balance').value)) {
    const token = TokenAccount.safeParse(account)
    // One unreadable account must not hide the others.
    if (!token.success) continue
    const { mint, tokenAmount } = token.data.account.data.parsed.info
    const { decimals } = tokenAmount
    amounts.set(mint, { decimals, amount: (amounts.get(mint)?.amount ?? 0n) + BigInt(tokenAmount.amount) })
  }
  return amounts
}

/** @throws {Error} */
export const tokenAccountsOf = async (pool: NodePool, owner: string, signal: AbortSignal): Promise<TokenAmounts> =>
  readTokenAccounts(await pool.send(tokenAccountCalls(owner), signal))
