/**
 * Rows from an explorer. Its lists are each read downwards from one block. Only the part above the end of every list is complete; the next
 * page continues there.
 */
import type {
  AccountTransactionRow,
  Direction,
  Leg,
  Place,
  TokenStandard,
} from '../../../store/contract/chain-index.ts'
import type { RowSource } from '../evm.ts'
import { keptInput } from '../input.ts'
import { nobody } from '../moves.ts'
import type { Explorer, Listed, ListQuery, TransferList } from './client.ts'
import { itemsOf, type ListedTransaction, type ListedTransfer } from './rows.ts'

const lists = {
  tokentx: 'erc20',
  tokennfttx: 'erc721',
  token1155tx: 'erc1155',
} as const satisfies Record<TransferList, TokenStandard>
const listNames = Object.keys(lists) as TransferList[] // as: the keys just written
/** The rows of one transaction. */
const maxLegs = 100

/** How many times a list is read further while it yields nothing new for the page. */
const tries = 4

export function createExplorerRows(explorer: Explorer): RowSource {
  return async ({ account, before, limit, signal }) => {
    let endBlock = before?.height
    for (let asked = 0; asked < tries; asked += 1) {
      const { rows, end } = await readDown({ account, endBlock, signal })
      const rest = rows.filter((row) => !before || isBefore(row, before))
      if (rest.length > 0 || end === 0) return { rows: rest.slice(0, limit), isLast: end === 0 && rest.length <= limit }
      endBlock = end - 1
    }
    throw new Error('The explorer lists too much of one block')
  }

  /** Newest first, down to the lowest complete block; 0: everything was read. */
  async function readDown(
    query: ListQuery,
  ): Promise<{ readonly rows: readonly AccountTransactionRow[]; readonly end: number }> {
    const [transactions, ...transfers] = await Promise.all([
      explorer.transactions(query),
      ...listNames.map((name) => explorer.transfers(name, query)),
    ])
    const end = endOf([transactions, ...transfers])
    const legs = legsByHash(query.account, transfers)
    const rows = new Map<string, AccountTransactionRow>()
    for (const row of transactions.rows) rows.set(row.hash, toRow(row, legs.get(row.hash) ?? []))
    for (const { rows: list } of transfers)
      for (const row of list) {
        const moved = legs.get(row.hash)?.filter(({ amount }) => BigInt(amount) > 0n)
        if (moved?.length && !rows.has(row.hash)) rows.set(row.hash, ofOther(row, moved))
      }
    const whole = [...rows.values()]
      .filter(({ height }) => height >= end)
      .sort((one, other) => other.height - one.height || other.txIndex - one.txIndex)
    return { rows: whole, end }
  }
}

/**
 * The lowest block that all lists contain completely. If one block fills a whole list, it is used as it is: the API has no way to get the
 * rest.
 */
function endOf(all: readonly Listed<ListedTransaction | ListedTransfer>[]): number {
  const ends = all.flatMap(({ rows, isFull }) => {
    const [first, last] = [rows[0], rows.at(-1)]
    if (!isFull || !first || !last) return []
    return [last.blockNumber === first.blockNumber ? last.blockNumber : last.blockNumber + 1]
  })
  return Math.max(0, ...ends)
}

const isBefore = (one: Place, other: Place): boolean =>
  one.height < other.height || (one.height === other.height && one.txIndex < other.txIndex)

function legsByHash(
  account: string,
  transfers: readonly Listed<ListedTransfer>[],
): ReadonlyMap<string, readonly Leg[]> {
  const legs = new Map<string, Leg[]>()
  for (const [index, { rows }] of transfers.entries()) {
    const standard = lists[listNames[index] ?? 'tokentx']
    for (const row of rows) {
      const direction = directionOf(row, account)
      if (!direction) continue
      const own = legs.get(row.hash) ?? []
      const peer = row.from === account ? row.to : row.from
      for (const item of itemsOf(row, standard))
        if (own.length < maxLegs) own.push({ ...item, direction, peer, standard, contract: row.contractAddress })
      legs.set(row.hash, own)
    }
  }
  return legs
}

function directionOf({ from, to }: ListedTransfer, account: string): Direction | undefined {
  if (from === account) return to === account ? 'self' : 'out'
  return to === account ? 'in' : undefined
}

function toRow(row: ListedTransaction, legs: readonly Leg[]): AccountTransactionRow {
  const isCreate = row.to === ''
  return {
    ...placeOf(row),
    sender: row.from,
    recipient: row.to || row.contractAddress || nobody,
    isCreate,
    isFailed: row.isError === '1' || row.txreceipt_status === '0',
    value: row.value,
    input: keptInput(row.input),
    legs,
  }
}

/** A transaction of an unknown other account; the account's own ones are in the first list. */
const ofOther = (row: ListedTransfer, legs: readonly Leg[]): AccountTransactionRow => ({
  ...placeOf(row),
  sender: '',
  recipient: row.contractAddress,
  isCreate: false,
  isFailed: false,
  value: '0',
  input: '',
  legs,
})

const placeOf = ({ blockNumber, transactionIndex, timeStamp, hash, nonce }: ListedTransaction | ListedTransfer) => ({
  height: blockNumber,
  txIndex: transactionIndex,
  time: timeStamp,
  hash,
  nonce,
})
