/**
 * Reads blocks of an EVM network with their receipts. Status and logs come from the receipts: they contain the block's hash, so that the
 * data matches even if the chain changes or another node answers. Reads as many blocks at once as the nodes allow; fewer after a refusal.
 */
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { IndexedBlock, Tip } from '../../store/contract/chain-index.ts'
import type { Outcome } from '../nodes/json-rpc.ts'
import { type NodeCall, type NodePool, NodesDownError, sendInParts } from '../nodes/pool.ts'
import type { CoinContracts } from './coins.ts'
import { toIndexedBlock } from './rows.ts'
import { Block, BlockTransaction, Header, Receipt } from './shapes.ts'

/** Calls per batch; a block and its receipts are two. */
const maxBatch = 100
const maxBlocks = maxBatch / 2
/** An error that means "unknown method", not a failure. */
const unknownMethod =
  /method.*(not found|not supported|not exist|unavailable|disabled)|unsupported method|unknown method/i

export type BlockReader = {
  /** @throws {IndexError} when the nodes serve another network */
  readonly verify: (signal: AbortSignal) => Promise<void>
  readonly head: (signal: AbortSignal) => Promise<Header>
  /** Headers from `low` to `high`, as far as the node has them. */
  readonly headers: (low: number, high: number, signal: AbortSignal) => Promise<ReadonlyMap<number, Header>>
  /**
   * Some of the blocks after the tip. Empty: the next one does not exist yet, or changed while it was read. `forked`: the next block does
   * not follow the tip.
   */
  readonly next: (after: Tip, to: number, signal: AbortSignal) => Promise<readonly IndexedBlock[] | 'forked'>
}

/** The message says what the node did, without its address. */
export class IndexError extends Error {
  override readonly name = 'IndexError'
}

/** @param contracts that wrap the currency and pay it out, if known */
export function createBlockReader(network: Caip2, pool: NodePool, contracts?: CoinContracts): BlockReader {
  let portion = 8
  let areReceiptsOfBlocks = true

  return {
    async verify(signal) {
      const [outcome] = await pool.send([{ method: 'eth_chainId', params: [] }], signal)
      if (resultOf(outcome, z.string(), 'eth_chainId') !== `0x${Number(referenceOf(network)).toString(16)}`)
        throw new IndexError('The node serves another network')
    },

    async head(signal) {
      const [outcome] = await pool.send([blockCall('latest', false)], signal)
      return resultOf(outcome, Header, 'eth_getBlockByNumber')
    },

    async headers(low, high, signal) {
      const heights = Array.from({ length: high - low + 1 }, (_, index) => low + index)
      const calls = heights.map((height) => blockCall(height, false))
      const outcomes = await sendInParts(pool, calls, maxBatch, signal)
      const found = new Map<number, Header>()
      for (const [index, height] of heights.entries()) {
        const header = resultOf(outcomes[index], z.nullable(Header), 'eth_getBlockByNumber')
        if (header?.number === height) found.set(height, header)
      }
      return found
    },

    async next(after, to, signal) {
      for (;;) {
        const count = Math.min(portion, to - after.height)
        try {
          const blocks = await read(after, count, signal)
          if (blocks !== 'forked' && blocks.length === count) portion = Math.min(maxBlocks, portion + 1)
          return blocks
        } catch (error) {
          signal.throwIfAborted()
          const mayBeSize = error instanceof NodesDownError || error instanceof IndexError
          if (!mayBeSize || count <= 1) throw error
          portion = Math.max(1, Math.floor(count / 2))
        }
      }
    },
  }

  async function read(after: Tip, count: number, signal: AbortSignal): Promise<readonly IndexedBlock[] | 'forked'> {
    const heights = Array.from({ length: count }, (_, index) => after.height + 1 + index)
    const calls = heights.flatMap((height) => [
      blockCall(height, true),
      ...(areReceiptsOfBlocks ? [{ method: 'eth_getBlockReceipts', params: [toHex(height)] }] : []),
    ])
    const outcomes = await pool.send(calls, signal)
    const step = areReceiptsOfBlocks ? 2 : 1
    const blocks: IndexedBlock[] = []
    let last = after
    for (const [index, height] of heights.entries()) {
      const block = resultOf(outcomes[index * step], z.nullable(Block), 'eth_getBlockByNumber')
      if (block?.number !== height) break
      if (last.height >= 0 && block.parentHash !== last.hash) return blocks.length > 0 ? blocks : 'forked'
      const receipts = areReceiptsOfBlocks
        ? await receiptsIn(outcomes[index * step + 1], block, signal)
        : await receiptsOf(block, signal)
      const indexed = join(block, receipts, contracts)
      if (!indexed) break
      blocks.push(indexed)
      last = indexed
    }
    return blocks
  }

  async function receiptsIn(outcome: Outcome | undefined, block: Block, signal: AbortSignal) {
    if (outcome && 'error' in outcome && (outcome.error.code === -32601 || unknownMethod.test(outcome.error.message))) {
      areReceiptsOfBlocks = false
      return receiptsOf(block, signal)
    }
    return resultOf(outcome, z.nullable(z.array(Receipt)), 'eth_getBlockReceipts') ?? []
  }

  /** One by one, for nodes that cannot return all receipts of a block in one answer. */
  async function receiptsOf({ transactions }: Block, signal: AbortSignal): Promise<readonly Receipt[]> {
    const hashes = transactions.flatMap((one) => BlockTransaction.safeParse(one).data?.hash ?? [])
    const calls = hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
    const outcomes = await sendInParts(pool, calls, maxBatch, signal)
    return outcomes.flatMap((outcome) => resultOf(outcome, z.nullable(Receipt), 'eth_getTransactionReceipt') ?? [])
  }
}

/** `undefined`: a receipt is missing or of another block. */
function join(
  block: Block,
  receipts: readonly Receipt[],
  contracts: CoinContracts | undefined,
): IndexedBlock | undefined {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const all = []
  for (const one of block.transactions) {
    const transaction = BlockTransaction.safeParse(one)
    if (!transaction.success) continue
    const receipt = byHash.get(transaction.data.hash)
    if (receipt?.blockHash !== block.hash) return undefined
    all.push({ transaction: transaction.data, receipt })
  }
  return toIndexedBlock(block, all, contracts)
}

const toHex = (height: number): string => `0x${height.toString(16)}`
const blockCall = (height: number | 'latest', hasTransactions: boolean): NodeCall => ({
  method: 'eth_getBlockByNumber',
  params: [height === 'latest' ? height : toHex(height), hasTransactions],
})

/** @throws {IndexError} */
function resultOf<T extends z.ZodMiniType>(outcome: Outcome | undefined, schema: T, method: string): z.output<T> {
  if (!outcome || !('result' in outcome)) throw new IndexError(`The node refuses ${method}`)
  const parsed = z.safeParse(schema, outcome.result)
  if (!parsed.success) throw new IndexError(`The node's answer to ${method} has another shape`)
  return parsed.data
}
