/** What has become of calls (`wallet_getCallsStatus`): read from the chain, in the form of the version that sent them. */
import type { Json } from '@airlock/protocol/json.ts'
import { Hash32, Hex, Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import type { SentBatch } from './sent-batches.ts'

/** Asks a node. @throws {AirlockError} NETWORK */
export type AskNode = (method: string, params: Json) => Promise<Json>

const Log = z.object({ address: Hex, data: Hex, topics: z.array(Hash32).check(z.maxLength(4)) })
const Receipt = z.nullable(
  z.object({
    status: Quantity,
    blockHash: Hash32,
    blockNumber: Quantity,
    gasUsed: Quantity,
    transactionHash: Hash32,
    logs: z.array(Log).check(z.maxLength(10_000)),
  }),
)
type Receipt = NonNullable<z.infer<typeof Receipt>>

/** EIP-5792. There is no partial success: the calls are one transaction. */
const codes = { pending: 100, confirmed: 200, neverIncluded: 400, reverted: 500 } as const
type Status = keyof typeof codes

export async function readStatus(id: string, batch: SentBatch, ask: AskNode): Promise<Json> {
  const { status, receipt } = await look(batch, ask)
  const receipts = receipt ? [receipt] : []
  if (batch.version === '1.0') return status === 'pending' ? { status: 'PENDING' } : { status: 'CONFIRMED', receipts }
  return {
    version: batch.version,
    id,
    chainId: toHexChainId(batch.scope),
    status: codes[status],
    atomic: true,
    receipts,
    // Before there is a receipt, this names the transaction (CAIP-345).
    capabilities: { caip345: { caip2: batch.scope, transactionHashes: [batch.hash] } },
  }
}

async function look(batch: SentBatch, ask: AskNode): Promise<{ status: Status; receipt?: Receipt }> {
  const receiptOf = async () => z.parse(Receipt, await ask('eth_getTransactionReceipt', [batch.hash]))
  const receipt = await receiptOf()
  if (receipt) return toStatus(receipt)
  const used = z.parse(Quantity, await ask('eth_getTransactionCount', [batch.account, 'latest']))
  if (BigInt(used) <= BigInt(batch.nonce)) return { status: 'pending' }
  // It may have been included between the two questions; otherwise, another transaction has taken its nonce.
  const late = await receiptOf()
  return late ? toStatus(late) : { status: 'neverIncluded' }
}

const toStatus = (receipt: Receipt): { status: Status; receipt: Receipt } => ({
  status: BigInt(receipt.status) === 1n ? 'confirmed' : 'reverted',
  receipt,
})
