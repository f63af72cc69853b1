/** What has become of calls (`wallet_getCallsStatus`): read from the chain, in the form of the version that sent them. */
import type { Json } from '@airlock/protocol/json.ts'
import { Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { toHexChainId } from '../../../shared/chains/eip155/chain-id.ts'
import type { SentBatch } from '../../approval/eip155/sent-batches.ts'
import { type AskNode, type Locate, lookUp, Receipt, type Status } from './operation-status.ts'

/** EIP-5792. */
const codes: Readonly<Record<Status, number>> = { pending: 100, confirmed: 200, neverIncluded: 400, reverted: 500 }

/** @param locate where the bundler says that a user operation is */
export async function readStatus(
  id: string,
  batch: SentBatch,
  { ask, locate }: { ask: AskNode; locate: Locate },
): Promise<Json> {
  const { status, receipt } = await (batch.since === undefined ? look(batch, ask) : lookUp(batch, { ask, locate }))
  const hash = batch.since === undefined ? batch.hash : receipt?.transactionHash
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
    ...(hash !== undefined && { capabilities: { caip345: { caip2: batch.scope, transactionHashes: [hash] } } }),
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
