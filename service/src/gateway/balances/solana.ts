/** Balances of a Solana network: lamports, and every account of both token programs, added up by mint. */

import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { type GatewayNetwork, maxDecimals, type Token } from '../networks/network.ts'
import type { Outcome } from '../nodes/json-rpc.ts'
import type { NodePool } from '../nodes/pool.ts'
import { createListed } from '../tokens/listed.ts'
import type { BalanceSource } from './source.ts'

const programs = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const

const Lamports = z.object({ value: z.int().check(z.nonnegative()) })
const TokenAccounts = z.object({ value: z.array(z.unknown()) })
/** Anybody may create a mint with up to 255 decimals and send it; more than an amount has digits are no amount. */
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

export function createSolanaBalances(network: GatewayNetwork, pool: NodePool): BalanceSource {
  const listed = createListed(network)
  return {
    network,
    isAddress: (text) => SolanaAddress.safeParse(text).success,
    async read({ address, signal }) {
      const [lamports, ...accounts] = await pool.send(
        [
          { method: 'getBalance', params: [address] },
          ...programs.map((programId) => ({
            method: 'getTokenAccountsByOwner',
            params: [address, { programId }, { encoding: 'jsonParsed' }],
          })),
        ],
        signal,
      )
      const amounts = new Map<string, { decimals: number; amount: bigint }>()
      for (const account of accounts.flatMap((answer) => read(TokenAccounts, answer).value)) {
        const token = TokenAccount.safeParse(account)
        // One account that cannot be read must not hide the others.
        if (!token.success) continue
        const { mint, tokenAmount } = token.data.account.data.parsed.info
        const { decimals } = tokenAmount
        amounts.set(mint, { decimals, amount: (amounts.get(mint)?.amount ?? 0n) + BigInt(tokenAmount.amount) })
      }
      const tokens = [...amounts].flatMap(([mint, { decimals, amount }]) =>
        // An amount of one without decimals is an NFT.
        amount > 0n && decimals > 0 ? [{ token: { ...(listed.find(mint) ?? unlisted(mint)), decimals }, amount }] : [],
      )
      return [{ token: undefined, amount: BigInt(read(Lamports, lamports).value) }, ...tokens]
    },
  }
}

/** @throws {Error} when the node refused, or answered something else. */
function read<T>(schema: z.ZodMiniType<T>, outcome: Outcome | undefined): T {
  if (!outcome || !('result' in outcome)) throw new Error('The balance cannot be read')
  return z.parse(schema, outcome.result)
}

/** A mint has no name of its own. */
const unlisted = (mint: string): Omit<Token, 'decimals'> => ({
  address: mint,
  name: `${mint.slice(0, 4)}…${mint.slice(-4)}`,
  symbol: '',
  iconUrl: undefined,
})
