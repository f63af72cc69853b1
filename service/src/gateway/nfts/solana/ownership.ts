/** NFT ownership on a Solana network: the account's tokens with an amount of one and no decimals, according to nodes. */
import { SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { tokenAccountsOf } from '../../balances/token-accounts.ts'
import type { GatewayNetwork } from '../../networks/network.ts'
import type { NodePool } from '../../nodes/pool.ts'
import { refusals } from '../../refusal.ts'
import type { NftSource } from '../source.ts'

export function createSolanaNfts(network: GatewayNetwork, pool: NodePool): NftSource {
  const listed = new Set(network.tokens.map(({ address }) => address))
  return {
    network,
    async read({ address, cursor, limit, signal }) {
      if (cursor !== undefined && !SolanaAddress.safeParse(cursor).success) throw refusals.badParameter('cursor')
      const held = await tokenAccountsOf(pool, address, signal)
      const mints = [...held].flatMap(([mint, { amount, decimals }]) =>
        amount === 1n && decimals === 0 && !listed.has(mint) ? [mint] : [],
      )
      // Sorted by address, so that transfers between two pages do not change the order.
      const rest = mints.filter((mint) => cursor === undefined || mint > cursor).sort()
      const page = rest.slice(0, limit)
      const last = rest.length > limit ? page.at(-1) : undefined
      return {
        owned: page.map((contract) => ({
          chainId: network.id,
          contract,
          tokenId: '',
          standard: 'solana',
          amount: '1',
        })),
        ...(last !== undefined && { next: last }),
      }
    },
  }
}
