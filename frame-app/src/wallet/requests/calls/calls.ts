/** Calls of a page (`wallet_sendCalls`): one transaction, or several calls at once. They are noted, so that the page can ask for them later. */
import type { Json } from '@airlock/protocol/json.ts'
import { bytesToHex } from 'viem'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { fillBatch, noncesOf, simulateBatch } from '../../approval/eip155/batch.ts'
import { movedTo, withEffects } from '../../approval/eip155/complete.ts'
import { implementationOn, isDelegated, readAtomicStatus } from '../../approval/eip155/delegation.ts'
import { type CallsName, createSentBatches, refuse, type SentBatches } from '../../approval/eip155/sent-batches.ts'
import { type SponsoredCalls, servicesOn } from '../../approval/eip155/sponsor.ts'
import { type EvmTools, readSigned, type TransactionKind } from '../../approval/eip155/tools.ts'
import { asHex } from '../../approval/eip155/transaction.ts'
import type { AskedKind, Call, ReadyRequest, RequestKind } from '../../approval/prepared.ts'
import { withWarnings } from '../../approval/warnings.ts'
import { readBatch } from '../../decode/eip155/batch.ts'
import type { Intent } from '../../decode/intent.ts'
import type { EvmBatch, EvmTransaction } from '../../signing/request.ts'
import { readCalls } from './request.ts'

/** Other kinds that calls can become. */
interface Others {
  readonly transactions: TransactionKind
  /** `undefined` if the sponsor does not pay. */
  readonly prepareSponsored: (calls: SponsoredCalls, signal: AbortSignal) => Promise<ReadyRequest | undefined>
}

interface Parts extends Others {
  readonly tools: EvmTools
  readonly sent: SentBatches
  readonly batch: RequestKind<EvmBatch, CallsName>
  readonly single: RequestKind<EvmTransaction, CallsName>
}

/** Several calls are a batch, which is carried out here; see {@link prepareCalls} for what else calls can be. */
export function createSendCalls(tools: EvmTools, others: Others): AskedKind<EvmBatch, CallsName> {
  const { options, clientFor, laneOf, withNonceNow } = tools
  const sent = createSentBatches(options)
  const batch: AskedKind<EvmBatch, CallsName> = {
    methods: ['wallet_sendCalls'],
    prepare: (call, signal) => prepareCalls(call, signal, parts),
    lane: laneOf,
    async renew(ready, signal) {
      const { call, request, work } = ready
      // Another tab may have sent the same calls meanwhile.
      sent.expectNew(work.id)
      return withNonceNow(ready, signal, async (later) => {
        const client = clientFor(call, signal)
        const renewed = await movedTo(ready, later, simulateBatch(client, later))
        // Other transactions may have changed the account's code, and without it the calls would be lost.
        if (renewed && request.delegate === null && !(await isDelegated(options, call.scope, client))) return undefined
        return renewed
      })
    },
    sends: () => true,
    finish: (ready, signed) => send(ready, signed, noncesOf(ready.request), parts),
  }
  const { transactions } = others
  const single: RequestKind<EvmTransaction, CallsName> = {
    lane: laneOf,
    async renew(ready, signal) {
      sent.expectNew(ready.work.id)
      return transactions.renew(ready, signal)
    },
    sends: () => true,
    finish: (ready, signed) => send(ready, signed, [ready.request.nonce], parts),
  }
  const parts = { ...others, tools, sent, batch, single }
  return batch
}

/** A single call is a transaction like any other; several are a batch, for which the account may have to be upgraded. */
async function prepareCalls(call: Call, signal: AbortSignal, parts: Parts): Promise<ReadyRequest> {
  const { tools, sent, batch, single: kind, transactions, prepareSponsored } = parts
  const { account, rpc, smartAccounts, mayUpgrade } = tools.options
  const { scope } = call
  const services = mayUpgrade() ? servicesOn(smartAccounts, scope) : undefined
  const { version, id = newId(), calls, sponsor } = readCalls(call.params, { account, scope, services })
  if (!rpc[call.scope]?.length) refuse('network')
  sent.expectNew(id)
  const work = { id, version }
  const client = tools.clientFor(call, signal)
  const [single, ...others] = calls
  const isSingle = single && others.length === 0
  const implementation = isSingle && !sponsor ? undefined : implementationOn(smartAccounts, scope)
  const status = implementation && (await readAtomicStatus(client, checksum(account), implementation))
  const isPossible = implementation && status !== 'unsupported'
  const delegation = status === 'ready' ? implementation : undefined
  const join = (intents: readonly Intent[]) => readBatch(scope, delegation, intents)
  const toRead = calls.map(({ to, value, data }) => {
    return { chainId: scope, from: account, to, value: BigInt(value), data: asHex(data) }
  })
  if (sponsor && isPossible) {
    const isUpgrading = delegation !== undefined
    const asked = { call, work, calls, sponsor, implementation, isUpgrading, toRead, join }
    const ready = await prepareSponsored(asked, signal)
    if (ready) return ready
  }
  const declined = sponsor ? (['notSponsored'] as const) : []
  if (isSingle) {
    const ready = await transactions.prepare({ ...call, params: [single] }, signal)
    return { ...ready, kind, intent: withWarnings(ready.intent, { warnings: declined }), call, work }
  }
  if (!isPossible) refuse('atomicity')
  if (!mayUpgrade()) refuse('upgrade')
  const filled = await fillBatch(
    { calls, delegate: delegation?.delegate ?? null, form: implementation.batches },
    { account, scope, client, nextNonce: () => tools.nextNonce(call, client, signal) },
  )
  const { request, fee } = filled
  const warnings = [...filled.warnings, ...declined]
  const simulating = simulateBatch(client, request)
  return withEffects({ kind: batch, call, request, fee, work }, { toRead, join, simulating, warnings, signal }, tools)
}

async function send(
  { call, work }: ReadyRequest<EvmBatch | EvmTransaction, CallsName>,
  signed: string,
  nonces: readonly [number, ...number[]],
  { tools, sent }: Parts,
): Promise<Json> {
  const { scope } = call
  const [nonce] = nonces
  const account = checksum(tools.options.account)
  const hash = await tools.transmit({
    call,
    signed: readSigned(signed),
    nonces,
    note: (named, hand) => sent.noted(work, { scope, account, nonce, hash: named }, hand),
  })
  // The draft answers with the id alone. CAIP-345 names the transaction.
  if (work.version === '1.0') return work.id
  return { id: work.id, capabilities: { caip345: { caip2: scope, transactionHashes: [hash] } } }
}

const newId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
