/** Reads the index. Pages cost the same at any depth, because every query starts at its key. */
import type { AccountTransactionRow, IndexReader, Leg } from '../../contract/chain-index.ts'
import type { Database } from '../database.ts'
import { toRange } from './index-writer.ts'

export function createIndexReader({ db }: Pick<Database, 'db'>): IndexReader {
  return {
    async range(network) {
      const row = await db
        .selectFrom('chainHead')
        .select(['fromBlock', 'height', 'hash'])
        .where('network', '=', network)
        .executeTakeFirst()
      return row && toRange(row)
    },

    async transactions({ network, account, before, limit }) {
      const rows = await db
        .selectFrom('chainActivity as activity')
        .innerJoin('chainTransaction as transaction', (join) =>
          join
            .onRef('transaction.network', '=', 'activity.network')
            .onRef('transaction.height', '=', 'activity.height')
            .onRef('transaction.txIndex', '=', 'activity.txIndex'),
        )
        .innerJoin('chainBlock as block', (join) =>
          join.onRef('block.network', '=', 'activity.network').onRef('block.height', '=', 'activity.height'),
        )
        .selectAll('transaction')
        .select('block.time')
        .where('activity.network', '=', network)
        .where('activity.account', '=', account)
        .$if(before !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('activity.height', 'activity.txIndex'), '<', tuple(before?.height ?? 0, before?.txIndex ?? 0)),
          ),
        )
        .orderBy('activity.height', 'desc')
        .orderBy('activity.txIndex', 'desc')
        .limit(limit)
        .execute()
      const legs = await legsOf(network, account, rows)
      return rows.map((row): AccountTransactionRow => {
        const { network: _, ...rest } = row
        const [isCreate, isFailed] = [row.isCreate === 1, row.isFailed === 1]
        return { ...rest, isCreate, isFailed, legs: legs.get(placeOf(row)) ?? [] }
      })
    },

    async tokensOf({ network, account, limit }) {
      const rows = await db
        .selectFrom('chainToken')
        .select('contract')
        .where('network', '=', network)
        .where('account', '=', account)
        .orderBy('height')
        .limit(limit)
        .execute()
      return rows.map(({ contract }) => contract)
    },

    async nftsOf({ network, account, after, limit }) {
      return db
        .selectFrom('nftHolding')
        .select(['contract', 'tokenId', 'standard', 'amount'])
        .where('network', '=', network)
        .where('account', '=', account)
        .where('isHeld', '=', 1)
        .$if(after !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('contract', 'tokenId', 'standard'),
              '>',
              tuple(after?.contract ?? '', after?.tokenId ?? '', after?.standard ?? 'erc721'),
            ),
          ),
        )
        .orderBy('contract')
        .orderBy('tokenId')
        .orderBy('standard')
        .limit(limit)
        .execute()
    },
  }

  /** The legs are one range of the account's key, between the page's last and first transaction. */
  async function legsOf(
    network: string,
    account: string,
    rows: readonly { readonly height: number; readonly txIndex: number }[],
  ): Promise<ReadonlyMap<string, readonly Leg[]>> {
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return new Map()
    const found = await db
      .selectFrom('chainLeg')
      .select(['height', 'txIndex', 'direction', 'peer', 'standard', 'contract', 'tokenId', 'amount'])
      .where('network', '=', network)
      .where('account', '=', account)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('height', 'txIndex'), '<=', tuple(first.height, first.txIndex)))
      .where(({ eb, refTuple, tuple }) => eb(refTuple('height', 'txIndex'), '>=', tuple(last.height, last.txIndex)))
      .orderBy('height')
      .orderBy('txIndex')
      .orderBy('ordinal')
      .execute()
    const legs = new Map<string, Leg[]>()
    for (const { height, txIndex, ...leg } of found) {
      const key = placeOf({ height, txIndex })
      const known = legs.get(key)
      if (known) known.push(leg)
      else legs.set(key, [leg])
    }
    return legs
  }
}

const placeOf = ({ height, txIndex }: { readonly height: number; readonly txIndex: number }) => `${height} ${txIndex}`
