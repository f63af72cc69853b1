/** Asks the nodes of a network for the outcome of a transaction. Answers are parsed; nodes and wallets may lie. */
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress, Hex, Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import type { ChainReader } from '../../../shared/chains/driver.ts'
import type { ModalContext } from '../../core/context.ts'
import { readerOf } from '../../session/balance.ts'
import { inUseAtom } from '../../session/state/approved.ts'
import { networksAtom } from '../../session/state/network.ts'
import { readCall } from './state/known-calls.ts'
import type { Tracked } from './state/ledger.ts'
import type { Known, Seen } from './state/ledger-rules.ts'

const lookMs = 15_000

const Receipt = z.nullable(z.object({ status: z.optional(Quantity), from: EvmAddress }))
const Sent = z.nullable(
  z.object({
    from: EvmAddress,
    to: z.nullish(EvmAddress),
    value: Quantity,
    nonce: Quantity,
    input: Hex,
  }),
)
const Statuses = z.object({
  value: z.array(z.nullable(z.object({ confirmationStatus: z.nullish(z.string()), err: z.unknown() }))),
})

/** @throws if no node answers, or an answer does not fit its schema */
export async function look(context: ModalContext, chainId: Caip2, address: string, tracked: Tracked): Promise<Seen> {
  const network = context.store.get(networksAtom).find(({ id }) => id === chainId)
  const reader = network && (await readerOf(context, network))
  if (reader?.transactionStatus)
    return readStatus(await reader.transactionStatus(tracked.id, AbortSignal.timeout(lookMs)))
  const ask = askerOf(context, chainId, reader)
  return namespaceOf(chainId) === 'solana' ? lookOnSolana(ask, tracked) : lookOnEvm(ask, address, tracked)
}

type Ask = <T>(schema: z.ZodMiniType<T>, method: string, params: Json) => Promise<T>

const readStatus = (status: 'pending' | 'confirmed' | null): Seen =>
  status === null ? { transaction: null } : status === 'confirmed' ? { outcome: status } : {}

async function lookOnEvm({ ask, isNode }: Asker, address: string, { id }: Tracked): Promise<Seen> {
  const receipt = await ask(Receipt, 'eth_getTransactionReceipt', [id])
  const outcome = receipt ? (BigInt(receipt.status ?? '0x1') === 1n ? 'confirmed' : 'failed') : undefined
  // Through a wallet only receipts are read.
  if (!isNode) return receipt ? { outcome, transaction: { from: receipt.from, operation: 'execute' } } : {}
  const sent = await ask(Sent, 'eth_getTransactionByHash', [id])
  if (sent) return { outcome, transaction: toKnown(sent) }
  const used = await ask(Quantity, 'eth_getTransactionCount', [address, 'latest'])
  return { outcome, transaction: null, used: Number(used) }
}

function toKnown({ from, to, value, nonce, input }: NonNullable<z.infer<typeof Sent>>): Known {
  return {
    from,
    ...(to ? { to, ...readCall(input) } : { operation: 'deploy' }),
    value: BigInt(value).toString(),
    nonce: Number(nonce),
  }
}

async function lookOnSolana({ ask }: Asker, { id }: Tracked): Promise<Seen> {
  const { value } = await ask(Statuses, 'getSignatureStatuses', [[id], { searchTransactionHistory: true }])
  const status = value[0]
  if (!status) return { transaction: null }
  const isDone = status.confirmationStatus === 'confirmed' || status.confirmationStatus === 'finalized'
  return isDone ? { outcome: status.err === null ? 'confirmed' : 'failed' } : {}
}

interface Asker {
  readonly ask: Ask
  readonly isNode: boolean
}

/** The project's nodes; without them, the wallet of the connection. */
function askerOf({ store }: ModalContext, chainId: Caip2, reader: ChainReader | undefined): Asker {
  const signal = AbortSignal.timeout(lookMs)
  const connector = store.get(inUseAtom)[namespaceOf(chainId)]
  const request = (method: string, params: Json) =>
    reader?.request(method, params, signal) ?? connector?.request(method, params, { scope: chainId, signal })
  return {
    isNode: reader !== undefined,
    ask: async (schema, method, params) => z.parse(schema, await request(method, params)),
  }
}
