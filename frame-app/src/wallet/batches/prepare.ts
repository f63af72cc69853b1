/** Prepares `wallet_sendCalls`, and notes what is sent of it. Loaded with the first such request. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { bytesToHex, type Client, type Hex } from 'viem'
import { type Filled, type ToComplete, toRaw } from '../approval/eip155/filled.ts'
import { simulate } from '../approval/eip155/simulate.ts'
import { asHex } from '../approval/eip155/transaction.ts'
import type { Call, Prepared, PreparerOptions, Simulation } from '../approval/prepared.ts'
import { readBatch } from '../decode/eip155/batch.ts'
import { checksum } from '../decode/eip155/transaction.ts'
import type { Intent } from '../decode/intent.ts'
import type { EvmBatch } from '../signing/request.ts'
import { implementationOn, readAtomicStatus } from './delegation.ts'
import { fillBatch, transactionOf } from './fill.ts'
import { refuse } from './refusal.ts'
import { readCalls } from './request.ts'
import { createSentBatches } from './sent-batches.ts'

/** The parts of the preparer that every transaction needs. */
interface Parts {
  readonly options: PreparerOptions
  readonly clientFor: (call: Call, signal: AbortSignal) => Client
  readonly nextNonce: (call: Call, client: Client, signal: AbortSignal) => Promise<number>
  readonly prepareTransaction: (call: Call, signal: AbortSignal) => Promise<Prepared>
  readonly complete: (filled: Filled, more: ToComplete) => Promise<Prepared>
}
type Batch = NonNullable<Prepared['batch']>

const sentOf = ({ origin, batches, now }: PreparerOptions) => createSentBatches({ origin, log: batches, now })

/** @throws {AirlockError} 5720 */
export function expectNew(options: PreparerOptions, id: string): void {
  if (sentOf(options).find(id)) refuse('duplicate')
}

/** A single call is a transaction like any other; several are a batch, for which the account may have to be upgraded. */
export async function prepareCalls(call: Call, signal: AbortSignal, parts: Parts): Promise<Prepared> {
  const { options, prepareTransaction, complete } = parts
  const { account, rpc, smartAccounts, mayUpgrade } = options
  const { version, id = newId(), calls } = readCalls(call.params, account, call.scope)
  if (!rpc[call.scope]?.length) refuse('network')
  expectNew(options, id)
  const batch = { id, version }
  const [single, ...others] = calls
  if (single && others.length === 0)
    return { ...(await prepareTransaction({ ...call, params: [single] }, signal)), call, batch }
  const client = parts.clientFor(call, signal)
  const implementation = implementationOn(smartAccounts, call.scope)
  const status = implementation && (await readAtomicStatus(client, checksum(account), implementation))
  if (!implementation || status === 'unsupported') refuse('atomicity')
  if (!mayUpgrade()) refuse('upgrade')
  const delegation = status === 'ready' ? implementation : undefined
  const { request, fee, warnings } = await fillBatch(
    { calls, delegate: delegation?.delegate ?? null },
    { account, scope: call.scope, client, nextNonce: () => parts.nextNonce(call, client, signal) },
  )
  const toRead = request.calls.map(({ to, value, data }) => {
    return { chainId: call.scope, from: account, to, value: BigInt(value), data: asHex(data) }
  })
  const simulating = simulateBatch(client, request)
  const join = (intents: readonly Intent[]) => readBatch(call.scope, delegation, intents)
  return complete({ call, request, fee, raw: toRaw(request), batch }, { toRead, join, simulating, warnings, signal })
}

export const simulateBatch = (client: Client, batch: EvmBatch): Promise<Simulation> =>
  simulate(client, transactionOf(batch), batch.delegate)

export async function isDelegated(
  { smartAccounts, account }: PreparerOptions,
  scope: Caip2,
  client: Client,
): Promise<boolean> {
  const implementation = implementationOn(smartAccounts, scope)
  return !!implementation && (await readAtomicStatus(client, checksum(account), implementation)) === 'supported'
}

interface ToNote {
  readonly options: PreparerOptions
  readonly call: Call
  readonly batch: Batch
  readonly nonce: number
  readonly hash: Hex
}

/** Noted before it is sent, so that the page can ask for it whatever happens; forgotten if no node has taken it. */
export async function noted<T>({ options, call, batch, nonce, hash }: ToNote, send: () => Promise<T>): Promise<T> {
  const sent = sentOf(options)
  sent.add(batch.id, { scope: call.scope, account: checksum(options.account), nonce, hash, version: batch.version })
  try {
    return await send()
  } catch (error) {
    sent.remove(batch.id)
    throw error
  }
}

const newId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))

/** The draft answers with the id alone. CAIP-345 names the transaction. */
export const answerTo = ({ id, version }: Batch, scope: Caip2, hash: Hex): Json =>
  version === '1.0' ? id : { id, capabilities: { caip345: { caip2: scope, transactionHashes: [hash] } } }
