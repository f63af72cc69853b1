/** Prepares `wallet_sendCalls`, and notes what is sent of it. Loaded with the first such request. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, bytesToHex, type Client, type Hex, stringify } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { type Filled, type ToComplete, toRaw } from '../approval/eip155/filled.ts'
import { simulate } from '../approval/eip155/simulate.ts'
import { asHex } from '../approval/eip155/transaction.ts'
import { withFindings } from '../approval/findings.ts'
import type { HandedOver } from '../approval/hand-over.ts'
import { namedFirst } from '../approval/losses.ts'
import type { Call, Prepared, PreparerOptions, Simulation } from '../approval/prepared.ts'
import { readBatch } from '../decode/eip155/batch.ts'
import type { Intent } from '../decode/intent.ts'
import { implementations } from '../signing/implementations.ts'
import type { EvmBatch, EvmOperation } from '../signing/request.ts'
import { implementationOn, readAtomicStatus } from './delegation.ts'
import { fillBatch, transactionOf } from './fill.ts'
import { fillOperation, hashOf, nextOperation, sendOperation } from './operation.ts'
import { refuse } from './refusal.ts'
import { readCalls } from './request.ts'
import { createSentBatches } from './sent-batches.ts'
import { hostOf, servicesOn } from './sponsor.ts'

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
  const { scope } = call
  const services = mayUpgrade() ? servicesOn(smartAccounts, scope) : undefined
  const { version, id = newId(), calls, sponsor } = readCalls(call.params, { account, scope, services })
  if (!rpc[call.scope]?.length) refuse('network')
  expectNew(options, id)
  const batch = { id, version }
  const client = parts.clientFor(call, signal)
  const nextNonce = () => parts.nextNonce(call, client, signal)
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
    const [nonce, authorizationNonce] = await Promise.all([
      nextOperation(client, sponsor.entryPoint, { ...options, scope }),
      delegation ? nextNonce() : null,
    ])
    const toFill = { implementation: implementation.id, calls, sponsor, nonce, authorizationNonce }
    const request = await fillOperation(toFill, { account, scope, client, signal })
    if (request) {
      const { bundler, paymaster, entryPoint } = sponsor
      const sponsoring = { host: hostOf(sponsor), services: { bundler, paymaster, entryPoint } }
      return complete(
        { call, request, sponsor: sponsoring, raw: toRaw(request), batch },
        { toRead, join, simulating: simulateOperation(client, request), warnings: [], signal },
      )
    }
  }
  const declined = sponsor ? (['notSponsored'] as const) : []
  if (isSingle) {
    const prepared = await prepareTransaction({ ...call, params: [single] }, signal)
    return { ...prepared, intent: withFindings(prepared.intent, { warnings: declined }), call, batch }
  }
  if (!isPossible) refuse('atomicity')
  if (!mayUpgrade()) refuse('upgrade')
  const filled = await fillBatch(
    { calls, delegate: delegation?.delegate ?? null, form: implementation.batches },
    { account, scope, client, nextNonce },
  )
  const { request, fee } = filled
  const warnings = [...filled.warnings, ...declined]
  const simulating = simulateBatch(client, request)
  return complete({ call, request, fee, raw: toRaw(request), batch }, { toRead, join, simulating, warnings, signal })
}

export const simulateBatch = (client: Client, batch: EvmBatch): Promise<Simulation> =>
  simulate(client, transactionOf(batch), batch.delegate)

function simulateOperation(client: Client, operation: EvmOperation): Promise<Simulation> {
  const { delegate, entryPoint, batches } = implementations[operation.implementation]
  return simulate(
    client,
    transactionOf({ ...operation, kind: 'evmBatch', form: batches, delegate: null, gas: operation.callGas }),
    operation.authorizationNonce === null ? null : delegate,
    entryPoint,
  )
}

/** What was shown still holds; `undefined` if not. The number of the account may have moved: it is the delegation's alone. */
export async function renewOperation(
  prepared: Prepared,
  request: EvmOperation,
  { options, client, nextNonce }: { options: PreparerOptions; client: Client; nextNonce: () => Promise<number> },
): Promise<Prepared | undefined> {
  const { scope } = prepared.call
  const isUpgrading = request.authorizationNonce !== null
  const [nonce, isUpgraded, next] = await Promise.all([
    nextOperation(client, implementations[request.implementation].entryPoint, { ...options, scope }),
    isDelegated(options, scope, client),
    isUpgrading ? nextNonce() : null,
  ])
  // The sponsor has agreed to this number, and without its code the account would not carry the calls out.
  if (nonce !== request.nonce || isUpgraded === isUpgrading) return undefined
  if (next === request.authorizationNonce) return prepared
  // The transactions sent meanwhile may have changed its effects.
  const simulation = namedFirst(prepared.intent, await simulateOperation(client, request))
  if (stringify(simulation) !== stringify(prepared.simulation)) return undefined
  const moved = { ...request, authorizationNonce: next }
  return { ...prepared, request: moved, raw: toRaw(moved) }
}

/** @throws {AirlockError} if the bundler has not taken it */
export async function finishOperation(
  { call, batch, sponsor }: Prepared,
  { request, signed }: { request: EvmOperation; signed: Hex },
  { options, client }: { options: PreparerOptions; client: Client },
): Promise<{ readonly answer: Json; readonly hash: Hex; readonly outcome: HandedOver }> {
  if (!batch || !sponsor) throw new AirlockError('INTERNAL')
  const hash = hashOf(request)
  const since = Number(await getBlockNumber(client, { cacheTime: 0 }))
  const { nonce, implementation } = request
  const { entryPoint } = implementations[implementation]
  const outcome = await noted({ options, call, batch, nonce, hash, since, entryPoint }, () =>
    sendOperation(request, signed, sponsor.services),
  )
  // The transaction is not known before it is in a block.
  return { answer: batch.version === '1.0' ? batch.id : { id: batch.id }, hash, outcome }
}

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
  readonly since?: number | undefined
  readonly entryPoint?: Address
}

/** Noted before it is sent, so that the page can ask for it whatever happens; forgotten if no node has taken it. */
export async function noted<T>({ options, call, batch, ...more }: ToNote, send: () => Promise<T>): Promise<T> {
  const sent = sentOf(options)
  sent.add(batch.id, { scope: call.scope, account: checksum(options.account), version: batch.version, ...more })
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
