/** An account's holdings of given mints: the sum of all its token accounts, in both token programs. */
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { type Ask, type HeldToken, maxDecimals, readEach } from '../held-tokens.ts'

const Decimals = z.int().check(z.nonnegative(), z.maximum(maxDecimals))
const TokenAccounts = z.object({ value: z.array(z.unknown()).check(z.maxLength(1_000)) })
const TokenAccount = z.object({
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: z.object({
          mint: SolanaAddress,
          tokenAmount: z.object({ amount: z.string().check(z.regex(/^\d{1,20}$/)), decimals: Decimals }),
        }),
      }),
    }),
  }),
})
const Supply = z.object({ value: z.object({ decimals: Decimals }) })

/** Never rejects. */
export const readMints = (
  ask: Ask,
  {
    account,
    mints,
    signal,
  }: { readonly account: string; readonly mints: readonly string[]; readonly signal: AbortSignal },
): Promise<readonly HeldToken[]> =>
  readEach(
    mints,
    async (mint, within) => {
      const filter = [account, { mint }, { encoding: 'jsonParsed', commitment: 'confirmed' }]
      const { value } = z.parse(TokenAccounts, await ask('getTokenAccountsByOwner', filter, within))
      const own = value.flatMap((row) => {
        const read = z.safeParse(TokenAccount, row)
        return read.success ? read.data.account.data.parsed.info : []
      })
      const amounts = own.filter((info) => info.mint === mint).map(({ tokenAmount }) => tokenAmount)
      const decimals =
        amounts[0]?.decimals ?? z.parse(Supply, await ask('getTokenSupply', [mint], within)).value.decimals
      return {
        address: mint,
        // A mint does not contain its own name.
        name: `${mint.slice(0, 4)}…${mint.slice(-4)}`,
        symbol: '',
        decimals,
        amount: amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      }
    },
    signal,
  )
