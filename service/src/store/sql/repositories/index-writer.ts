/**
 * Writes the index of a network. Every transaction starts by updating the network's row, naming the holder's token and the tip it
 * continues. This update is the lock, the lease check and the cursor in one.
 */
import type {
  IndexedBlock,
  IndexedTransaction,
  IndexRange,
  IndexWriter,
  Lease,
  Tip,
} from '../../contract/chain-index.ts'
import type { Database } from '../database.ts'
import { inPortions } from '../portions.ts'
import type { Db } from '../schema.ts'
import { applyNfts, revertNfts } from './nft-holdings.ts'

export function createIndexWriter({ db, transaction }: Database): IndexWriter {
  return {
    async claim({ network, holder, now, leaseMs }) {
      await db
        .insertInto('chainHead')
        .values({ network, holder: '', token: 0, leaseUntil: 0, fromBlock: null, height: null, hash: null })
        .onConflict((conflict) => conflict.column('network').doNothing())
        .execute()
      const row = await db
        .updateTable('chainHead')
        .set((head) => ({ holder, token: head('token', '+', 1), leaseUntil: now + leaseMs }))
        .where('network', '=', network)
        .where((head) =>
          head.or([
            head('leaseUntil', '<=', now),
            head('holder', '=', holder),
            // Longer than any lease: written by a wrong clock.
            head('leaseUntil', '>', now + 2 * leaseMs),
          ]),
        )
        .returning(['token', 'fromBlock', 'height', 'hash'])
        .executeTakeFirst()
      return row && { network, token: row.token, range: toRange(row) }
    },

    async renew(held, until) {
      const { numUpdatedRows } = await headOf(db, held).set({ leaseUntil: until }).executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async release(held) {
      await headOf(db, held).set({ holder: '', leaseUntil: 0 }).execute()
    },

    begin: (held, { fromBlock, tip: { height, hash } }) =>
      transaction(async (tx) => {
        const { numUpdatedRows } = await headOf(tx, held).set({ fromBlock, height, hash }).executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        const { network } = held
        for (const table of ofHeight) await tx.deleteFrom(table).where('network', '=', network).execute()
        await tx.deleteFrom('nftHolding').where('network', '=', network).execute()
        return true
      }),

    append: (held, after, blocks) =>
      transaction(async (tx) => {
        const last = blocks.at(-1)
        if (!last || !(await moveTip(tx, held, after, last))) return false
        await insertBlocks(tx, held.network, blocks)
        const nfts = blocks.flatMap((block) => block.nfts)
        await applyNfts(tx, held.network, nfts)
        return true
      }),

    undo: (held, tip, ancestor) =>
      transaction(async (tx) => {
        if (!(await moveTip(tx, held, tip, ancestor))) return false
        const { network } = held
        await revertNfts(tx, network, ancestor.height)
        for (const table of ofHeight)
          await tx.deleteFrom(table).where('network', '=', network).where('height', '>', ancestor.height).execute()
        return true
      }),

    async hashes(network, low, high) {
      const rows = await db
        .selectFrom('chainBlock')
        .select(['height', 'hash'])
        .where('network', '=', network)
        .where('height', '>=', low)
        .where('height', '<=', high)
        .execute()
      return new Map(rows.map(({ height, hash }) => [height, hash]))
    },
  }
}

/** Tables whose rows are deleted with their block. */
const ofHeight = ['chainBlock', 'chainTransaction', 'chainActivity', 'chainLeg', 'chainToken', 'nftTransfer'] as const

export const toRange = (row: {
  readonly fromBlock: number | null
  readonly height: number | null
  readonly hash: string | null
}): IndexRange | undefined =>
  row.fromBlock === null || row.height === null || row.hash === null
    ? undefined
    : { fromBlock: row.fromBlock, tip: { height: row.height, hash: row.hash } }

type Held = Pick<Lease, 'network' | 'token'>

/** The network's row, while this lease holds it. */
const headOf = (db: Db, { network, token }: Held) =>
  db.updateTable('chainHead').where('network', '=', network).where('token', '=', token)

async function moveTip(tx: Db, held: Held, from: Tip, to: Tip): Promise<boolean> {
  const { numUpdatedRows } = await headOf(tx, held)
    .set({ height: to.height, hash: to.hash })
    .where('height', '=', from.height)
    .where('hash', '=', from.hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function insertBlocks(tx: Db, network: string, blocks: readonly IndexedBlock[]): Promise<void> {
  const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)
  const rowsOf = <Row extends object>(of: (block: IndexedBlock) => readonly Row[]) =>
    inPortions(blocks.flatMap((block) => of(block).map((one) => ({ ...one, network, height: block.height }))))
  for (const rows of rowsOf(({ hash, time }) => [{ hash, time }]))
    await tx.insertInto('chainBlock').values(rows).execute()
  const withFlags = ({ isCreate, isFailed, ...one }: IndexedTransaction) => ({
    ...one,
    isCreate: flag(isCreate),
    isFailed: flag(isFailed),
  })
  for (const rows of rowsOf(({ transactions }) => transactions.map(withFlags)))
    await tx.insertInto('chainTransaction').values(rows).execute()
  for (const rows of rowsOf(({ activities }) => activities)) await tx.insertInto('chainActivity').values(rows).execute()
  for (const rows of rowsOf(({ legs }) => legs)) await tx.insertInto('chainLeg').values(rows).execute()
  for (const rows of rowsOf(({ tokens }) => tokens))
    await tx
      .insertInto('chainToken')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['network', 'account', 'contract']).doNothing())
      .execute()
  for (const rows of rowsOf(({ nfts }) => nfts)) await tx.insertInto('nftTransfer').values(rows).execute()
}
