/** Turns a block into the index rows of each account. */
import type { IndexedBlock, IndexedTransaction, Leg, NftTransfer } from '../../store/contract/chain-index.ts'
import { keptInput } from '../history/input.ts'
import { type CoinContracts, type Payout, readPayout, readWrapped } from './coins.ts'
import type { Block, BlockTransaction, Receipt } from './shapes.ts'
import { readTransfers, type TokenTransfer } from './transfers.ts'

export const nobody = `0x${'0'.repeat(40)}`
/** Per account and transaction. Further legs are not shown, which is harmless. */
const maxLegs = 100

export type ReadTransaction = { readonly transaction: BlockTransaction; readonly receipt: Receipt }

export function toIndexedBlock(
  { number, hash, timestamp }: Pick<Block, 'number' | 'hash' | 'timestamp'>,
  all: readonly ReadTransaction[],
  contracts: CoinContracts | undefined,
): IndexedBlock {
  const transactions: IndexedTransaction[] = []
  const activities: { account: string; txIndex: number }[] = []
  const legs: IndexedBlock['legs'][number][] = []
  const nfts: NftTransfer[] = []
  const tokens = new Map<string, { account: string; contract: string }>()
  // Index in the list, not the node's: a duplicate index from a node would stop the indexer.
  for (const [txIndex, { transaction, receipt }] of all.entries()) {
    const row = toRow(txIndex, transaction, receipt)
    const read = (log: unknown) => [...readTransfers(log), ...(contracts ? readWrapped(log, contracts) : [])]
    const transfers = row.isFailed ? [] : receipt.logs.flatMap(read)
    const payout = contracts && !row.isFailed ? readPayout(transaction, receipt, contracts) : undefined
    transactions.push(row)
    const seen = legsByAccount(row.sender, transfers, payout)
    for (const [account, own] of seen) legs.push(...own.map((leg, ordinal) => ({ ...leg, account, txIndex, ordinal })))
    for (const account of accountsOf(row, seen.keys())) activities.push({ account, txIndex })
    for (const { standard, amount, ...transfer } of transfers)
      if (standard !== 'erc20') nfts.push({ ...transfer, standard, amount: String(amount), logIndex: nfts.length })
      else if (amount > 0n && transfer.recipient !== nobody) {
        const { recipient: account, contract } = transfer
        tokens.set(`${account} ${contract}`, { account, contract })
      }
  }
  return { height: number, hash, time: timestamp, transactions, activities, legs, nfts, tokens: [...tokens.values()] }
}

function toRow(txIndex: number, transaction: BlockTransaction, receipt: Receipt): IndexedTransaction {
  const { hash, from, to, value, nonce, input } = transaction
  return {
    txIndex,
    hash,
    sender: from,
    recipient: to ?? receipt.contractAddress ?? nobody,
    isCreate: !to,
    isFailed: receipt.status === 0n,
    value: String(value),
    nonce: nonce <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(nonce) : 0,
    input: keptInput(input),
  }
}

/** Zero-amount transfers by others are left out: they cost almost nothing and are used for address poisoning. */
function legsByAccount(
  caller: string,
  transfers: readonly TokenTransfer[],
  payout: Payout | undefined,
): ReadonlyMap<string, readonly Leg[]> {
  const legs = new Map<string, Leg[]>()
  type Moved = Pick<Leg, 'standard' | 'contract' | 'tokenId'> & { readonly amount: bigint }
  const add = (account: string, direction: Leg['direction'], peer: string, transfer: Moved) => {
    const { standard, contract, tokenId, amount } = transfer
    if (account === nobody || (amount === 0n && account !== caller)) return
    const own = legs.get(account) ?? []
    if (own.length < maxLegs) own.push({ direction, peer, standard, contract, tokenId, amount: String(amount) })
    legs.set(account, own)
  }
  for (const transfer of transfers) {
    const { sender, recipient } = transfer
    if (sender === recipient) add(sender, 'self', recipient, transfer)
    else {
      add(sender, 'out', recipient, transfer)
      add(recipient, 'in', sender, transfer)
    }
  }
  if (payout)
    add(payout.recipient, 'in', payout.sender, {
      standard: 'native',
      contract: '',
      tokenId: '',
      amount: payout.amount,
    })
  return legs
}

function accountsOf(row: IndexedTransaction, withLegs: Iterable<string>): ReadonlySet<string> {
  const accounts = new Set([row.sender, ...withLegs])
  if (!row.isFailed && row.value !== '0') accounts.add(row.recipient)
  accounts.delete(nobody)
  return accounts
}
