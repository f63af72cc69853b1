/** Balances of a Solana network: lamports, and every account of both token programs, added up by mint. */

import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import { resultOf } from '../nodes/json-rpc.ts'
import type { NodePool } from '../nodes/pool.ts'
import { createListed } from '../tokens/listed.ts'
import type { BalanceSource } from './source.ts'
import { readTokenAccounts, tokenAccountCalls } from './token-accounts.ts'

const Lamports = z.object({ value: z.int().check(z.nonnegative()) })

export function createSolanaBalances(network: GatewayNetwork, pool: NodePool): BalanceSource {
  const listed = createListed(network)
  return {
    network,
    isAddress: (text) => SolanaAddress.safeParse(text).success,
    async read({ address, signal }) {
      const [lamports, ...accounts] = await pool.send(
        [{ method: 'getBalance', params: [address] }, ...tokenAccountCalls(address)],
        signal,
      )
      const tokens = [...readTokenAccounts(accounts)].flatMap(([mint, { decimals, amount }]) =>
        // A token without decimals and an amount of one is an NFT.
        amount > 0n && decimals > 0 ? [{ token: { ...(listed.find(mint) ?? unlisted(mint)), decimals }, amount }] : [],
      )
      return [{ token: undefined, amount: BigInt(resultOf(lamports, Lamports, 'balance').value) }, ...tokens]
    },
  }
}

/** A mint does not contain its own name. */
const unlisted = (mint: string): Omit<Token, 'decimals'> => ({
  address: mint,
  name: `${mint.slice(0, 4)}…${mint.slice(-4)}`,
  symbol: '',
  iconUrl: undefined,
})
