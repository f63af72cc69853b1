/**
 * What has become of a user operation: read from our own nodes. The bundler's word is only a hint where to look, because it can name any
 * transaction.
 */
import type { Json } from '@airlock/protocol/json.ts'
import { Hash32, Hex, Quantity } from '@airlock/protocol/scalars/values.ts'
import { type Hash, numberToHex, padHex, toEventHash } from 'viem'
import * as z from 'zod/mini'
import { entryPointOf, type SentBatch } from '../../approval/eip155/sent-batches.ts'
import { isSame } from '../../decode/eip155/known-calls.ts'
import { nonceData } from '../../requests/operation/user-operation.ts'

/** @throws if the bundler does not answer */
export type Locate = (hash: string) => Promise<string | undefined>

/** The last log of each operation. Then: whether its calls worked, the fee, the gas; before: the number. */
const ended = toEventHash('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')
/** After the checks, before the calls of the first operation. */
const begun = toEventHash('BeforeExecution()')
const Ended = z.string().check(z.regex(/^0x[0-9a-fA-F]{256}$/))
const word = (data: string, place: number): bigint => BigInt(`0x${data.slice(2 + place * 64, 66 + place * 64)}`)

interface Found {
  readonly status: Status
  readonly receipt?: Receipt
}

export async function lookUp(batch: SentBatch, { ask, locate }: { ask: AskNode; locate: Locate }): Promise<Found> {
  const { account, nonce, hash, since = 0 } = batch
  const entryPoint = entryPointOf(batch)
  const used = z.parse(Hex, await ask('eth_call', [{ to: entryPoint, data: nonceData(account) }, 'latest']))
  if (BigInt(used) <= BigInt(nonce)) return { status: 'pending' }
  const receiptAt = async (transaction: string): Promise<Found | undefined> =>
    readReceipt(z.parse(Receipt, await ask('eth_getTransactionReceipt', [transaction])), batch)
  const hint = await locate(hash).catch(() => undefined)
  // The bundler may name a transaction whose receipt cannot be read.
  const hinted = hint !== undefined && (await receiptAt(hint).catch(() => undefined))
  if (hinted) return hinted
  const topics = [ended, hash, padHex(account, { size: 32 })]
  const logs = await ask('eth_getLogs', [
    { address: entryPoint, topics, fromBlock: numberToHex(since), toBlock: 'latest' },
  ])
  for (const { transactionHash } of z.parse(Logs, logs)) {
    const found = await receiptAt(transactionHash)
    if (found) return found
  }
  // Another operation has taken its number.
  return { status: 'neverIncluded' }
}

const Logs = z.array(z.object({ transactionHash: Hash32 })).check(z.maxLength(100))

/** `undefined` if the operation is not in it. The transaction can carry out operations of others, whose logs are left out. */
function readReceipt(receipt: Receipt | null, batch: SentBatch): Found | undefined {
  if (!receipt) return undefined
  const { hash, account } = batch
  const entryPoint = entryPointOf(batch)
  const isOf = (name: Hash) => (log: Receipt['logs'][number]) =>
    isSame(log.address, entryPoint) && log.topics[0] !== undefined && isSame(log.topics[0], name)
  const end = receipt.logs.findIndex(
    (log) =>
      isOf(ended)(log) &&
      isSame(log.topics[1] ?? '', hash) &&
      isSame(log.topics[2] ?? '', padHex(account, { size: 32 })) &&
      Ended.safeParse(log.data).success,
  )
  const last = receipt.logs[end]
  if (!last) return undefined
  const before = receipt.logs.slice(0, end)
  /** Of the EntryPoint, about the operation itself. */
  const isAbout = (log: Receipt['logs'][number]) =>
    isSame(log.address, entryPoint) && log.topics[1] !== undefined && isSame(log.topics[1], hash)
  const start = before.findLastIndex((log) => isOf(ended)(log) || isOf(begun)(log)) + 1
  const hasWorked = word(last.data, 1) !== 0n
  return {
    status: hasWorked ? 'confirmed' : 'reverted',
    receipt: {
      ...receipt,
      status: hasWorked ? '0x1' : '0x0',
      gasUsed: numberToHex(word(last.data, 3)),
      logs: before.slice(start).filter((log) => !isAbout(log)),
    },
  }
}

/** Asks a node. @throws {AirlockError} NETWORK */
export type AskNode = (method: string, params: Json) => Promise<Json>

const Log = z.object({ address: Hex, data: Hex, topics: z.array(Hash32).check(z.maxLength(4)) })
export const Receipt = z.nullable(
  z.object({
    status: Quantity,
    blockHash: Hash32,
    blockNumber: Quantity,
    gasUsed: Quantity,
    transactionHash: Hash32,
    logs: z.array(Log).check(z.maxLength(10_000)),
  }),
)
export type Receipt = NonNullable<z.infer<typeof Receipt>>

/** What has become of calls. There is no partial success: they are one transaction. */
export type Status = 'pending' | 'confirmed' | 'neverIncluded' | 'reverted'
