/** Prepares requests of EVM accounts for display and signing, sends transactions, and builds the answers. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { type Address, bytesToHex, type Client, type Hex, keccak256, stringify, TransactionNotFoundError } from 'viem'
import { getTransaction, getTransactionCount, sendRawTransaction } from 'viem/actions'
import * as z from 'zod/mini'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { knownToken } from '../../../shared/chains/eip155/known-tokens.ts'
import { isAboutNode } from '../../../shared/chains/nodes.ts'
import { messageBytes } from '../../decode/eip155/message-bytes.ts'
import { readTransaction } from '../../decode/eip155/transaction.ts'
import { readTypedData, type TypedDataVersion } from '../../decode/eip155/typed-data.ts'
import { readTypedDataIntent } from '../../decode/eip155/typed-data-intent.ts'
import type { Warning } from '../../decode/intent.ts'
import { readMessage } from '../../decode/message.ts'
import type { EvmBatch, EvmTransaction, EvmUndelegation, SigningRequest } from '../../signing/request.ts'
import { tokensIn, withFindings } from '../findings.ts'
import { handOver, type ReceivingNode } from '../hand-over.ts'
import { namedFirst } from '../losses.ts'
import { type Call, type Prepared, type Preparer, type PreparerOptions, undelegateMethod } from '../prepared.ts'
import { createChainClient } from './chain.ts'
import { type Filled, type ToComplete, toRaw } from './filled.ts'
import { createNonces } from './nonces.ts'
import { simulate } from './simulate.ts'
import { readStandard, readTokens, type Standard, type TokenSource, type Tokens } from './tokens.ts'
import { asHex, fillTransaction, namesNonce } from './transaction.ts'

/** Some libraries add a password after the account; it is not read. */
const MessageParams = z.tuple([z.string(), z.string()], z.unknown())
const TypedDataParams = z.tuple([z.string(), z.unknown()])
/** More than other tabs and devices send while the user reads. If a node's count rises further, the user is asked again. */
const mostOvertaking = 16
/** Timeout for nodes after the user has approved. */
const answerMs = 10_000

export function createEip155Preparer(options: PreparerOptions): Preparer {
  const { account, origin, now, rpc, sent, swap } = options
  const nonces = createNonces({ account, log: sent, now })
  const urlsOf = ({ scope }: Call): readonly string[] => {
    const urls = rpc[scope]
    if (!urls?.length) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    return urls
  }
  const clientFor = (call: Call, signal: AbortSignal): Client => createChainClient(call.scope, urlsOf(call), signal)
  const nodesOf = (call: Call): ((signal: AbortSignal) => Client)[] =>
    urlsOf(call).map((url) => (signal) => createChainClient(call.scope, [url], signal))
  const sourceOf = (call: Call, signal: AbortSignal): TokenSource => ({
    scope: call.scope,
    nodes: nodesOf(call).map((clientOf) => clientOf(signal)),
  })
  const isKnown = async (call: Call, hash: Hex, signal: AbortSignal): Promise<boolean> => {
    const seen = nodesOf(call).map((clientOf) => knows(clientOf(signal), hash).catch(() => false))
    return (await Promise.all(seen)).includes(true)
  }
  const nextNonce = async (call: Call, client: Client, signal: AbortSignal): Promise<number> => {
    const pending = await getTransactionCount(client, { address: checksum(account), blockTag: 'pending' })
    return nonces.next(call.scope, pending, (hash) => isKnown(call, hash, signal))
  }
  const isMine = (given: string, method: string): void => {
    if (given.toLowerCase() !== account.toLowerCase())
      throw new AirlockError('UNAUTHORIZED', { message: `${method}: not the account of this wallet` })
  }

  const prepareTransaction = async (call: Call, signal: AbortSignal): Promise<Prepared> => {
    const client = clientFor(call, signal)
    const { request, fee, warnings } = await fillTransaction(call.params, {
      account,
      scope: call.scope,
      client,
      nextNonce: () => nextNonce(call, client, signal),
    })
    const { to, value, data } = request
    const toRead = [{ chainId: call.scope, from: account, to, value: BigInt(value), data: asHex(data) }]
    const simulating = simulate(client, request)
    return complete({ call, request, fee, raw: toRaw(request) }, { toRead, simulating, warnings, signal })
  }

  /** Adds the effect of the request: decoded from its calls, and simulated by a node. */
  const complete = async (
    filled: Filled,
    { toRead, join = ([only]) => only, simulating, warnings, signal }: ToComplete,
  ): Promise<Prepared> => {
    const { call } = filled
    const source = sourceOf(call, signal)
    const called = new Set(toRead.flatMap(({ to, data }) => (to === null || data === '0x' ? [] : [checksum(to)])))
    const [asked, simulated] = await Promise.all([
      Promise.all([...called].map(async (contract) => [contract, await readStandard(source, contract)] as const)),
      simulating,
    ])
    const standards = new Map(asked)
    // The standard of a contract is queried only if the request calls it directly.
    const standardOf = (contract: Address) =>
      standards.has(contract) ? standards.get(contract)?.standard : knownToken(call.scope, contract) && 'erc20'
    const reads = await Promise.all(
      toRead.map(async (transaction) => {
        const intent = readTransaction(transaction, { standardOf })
        const swapping = intent.blind ? (await loadSwaps())?.readSwapRequest(transaction, { swap }) : undefined
        return { intent: swapping?.intent ?? intent, swapping }
      }),
    )
    const intent = join(reads.map((read) => read.intent))
    if (!intent) throw new AirlockError('INTERNAL')
    const simulation = namedFirst(intent, simulated)
    const tokens = await readTokens(source, tokensIn([intent, ...intent.parts], simulation))
    const ofSwaps = reads.flatMap(({ swapping }) => swapping?.warningsWith({ tokens: tokens.words, simulation }) ?? [])
    const ofTokens = warnOfTokens(tokens, [...standards.values()])
    return {
      ...filled,
      intent: withFindings(intent, { simulation, warnings: [...warnings, ...ofSwaps, ...ofTokens] }),
      simulation,
      tokens: tokens.words,
    }
  }

  const renewTransaction = async (prepared: Prepared, signal: AbortSignal): Promise<Prepared | undefined> => {
    const { call, request, batch } = prepared
    if (request.kind === 'evmSession') return (await loadCalls()).renewGrant(prepared, request, signal, parts)
    // Another tab may have sent the same batch meanwhile.
    if (batch) (await loadCalls()).expectNew(options, batch.id)
    if (request.kind === 'evmOperation') {
      const client = clientFor(call, signal)
      const context = { options, client, nextNonce: () => nextNonce(call, client, signal) }
      return (await loadCalls()).renewOperation(prepared, request, context)
    }
    if (!isSent(request) || namesNonce(call.params)) return prepared
    const client = clientFor(call, signal)
    const next = await nextNonce(call, client, signal)
    // A lower count comes from a node that lags behind.
    if (next <= request.nonce) return prepared
    if (next > request.nonce + mostOvertaking) return undefined
    const moved = { ...request, nonce: next }
    if (moved.kind === 'evmUndelegation') return { ...prepared, request: moved, raw: toRaw(moved) }
    // The transactions sent meanwhile may have changed its effects.
    const simulated = await (moved.kind === 'evmBatch'
      ? (await loadCalls()).simulateBatch(client, moved)
      : simulate(client, moved))
    const simulation = namedFirst(prepared.intent, simulated)
    if (stringify(simulation) !== stringify(prepared.simulation)) return undefined
    // Other transactions may have changed the account's code, and without it the calls would be lost.
    const isBatch = moved.kind === 'evmBatch' && moved.delegate === null
    if (isBatch && !(await (await loadCalls()).isDelegated(options, call.scope, client))) return undefined
    return { ...prepared, request: moved, raw: toRaw(moved) }
  }

  const prepareMessage = async (call: Call): Promise<Prepared> => {
    const [given, address] = z.parse(MessageParams, call.params)
    isMine(address, call.method)
    const bytes = messageBytes(given)
    const intent = readMessage({ bytes, account: checksum(account), chainId: call.scope, origin, now: now() })
    const request: SigningRequest = { kind: 'evmMessage', signer: checksum(account), message: bytesToHex(bytes) }
    return { call, request, intent, raw: given, tokens: new Map() }
  }

  const prepareTypedData =
    (version: TypedDataVersion) =>
    async (call: Call, signal: AbortSignal): Promise<Prepared> => {
      const [address, given] = z.parse(TypedDataParams, call.params)
      isMine(address, call.method)
      const typedData = readTypedData(given, version)
      const intent = readTypedDataIntent({ typedData, account, chainId: call.scope, origin, now: now() })
      const request: SigningRequest = { kind: 'evmTypedData', signer: checksum(account), typedData }
      // Without a node, amounts of tokens that are not in our table are shown in the smallest unit.
      const nodes = rpc[call.scope]?.length ? sourceOf(call, signal).nodes : []
      const tokens = await readTokens({ scope: call.scope, nodes }, tokensIn([intent, ...intent.parts], undefined))
      return {
        call,
        request,
        intent: withFindings(intent, { warnings: warnOfTokens(tokens) }),
        raw: toRaw(typedData),
        tokens: tokens.words,
      }
    }

  const parts = { options, clientFor, sourceOf, nextNonce, prepareTransaction }
  const grant = async (call: Call, signal: AbortSignal) => (await loadCalls()).prepareGrant(call, signal, parts)

  const preparers: Readonly<Record<string, (call: Call, signal: AbortSignal) => Promise<Prepared>>> = {
    eth_sendTransaction: prepareTransaction,
    wallet_sendCalls: async (call, signal) => (await loadCalls()).prepareCalls(call, signal, { ...parts, complete }),
    wallet_grantPermissions: grant,
    wallet_requestExecutionPermissions: grant,
    wallet_revokeExecutionPermission: async (call, signal) =>
      (await loadCalls()).prepareRevocation(call, signal, parts),
    async [undelegateMethod](call, signal) {
      const client = clientFor(call, signal)
      const context = { account, client, nextNonce: () => nextNonce(call, client, signal) }
      return (await loadCalls()).prepareUndelegation(call, context)
    },
    personal_sign: prepareMessage,
    eth_signTypedData_v3: prepareTypedData('v3'),
    eth_signTypedData_v4: prepareTypedData('v4'),
  }

  return {
    prepare(call, signal) {
      const prepare = Object.hasOwn(preparers, call.method) ? preparers[call.method] : undefined
      if (!prepare)
        return Promise.reject(new AirlockError('NOT_AVAILABLE', { message: `${call.method} is not available` }))
      return prepare(call, signal).catch((thrown: unknown) => {
        const error = toAirlockError(thrown)
        // A node that is over its limit, or lacks the state, has not answered the question.
        throw isAboutNode(error) ? new AirlockError('NETWORK', { cause: error }) : error
      })
    },
    lane: ({ call, request }) => (leaves(request) ? `send/${call.scope}:${account.toLowerCase()}` : undefined),
    renew: (prepared, signal) =>
      renewTransaction(prepared, signal).catch((error: unknown) => {
        const { code } = toAirlockError(error)
        // If a node refuses to return the count, the transaction may still be valid.
        throw code === 'WALLET_FAILED' ? new AirlockError('NETWORK', { cause: error }) : toAirlockError(error)
      }),
    sends: ({ request }) => leaves(request),
    async finish(prepared, signed) {
      const { call, request, batch, session } = prepared
      const signature = z.safeParse(HexText, signed)
      if (!signature.success) throw new AirlockError('INTERNAL')
      if (request.kind === 'evmOperation') {
        const context = { options, client: clientFor(call, AbortSignal.timeout(answerMs)) }
        const sending = { request, signed: signature.data }
        const { answer, hash, outcome } = await (await loadCalls()).finishOperation(prepared, sending, context)
        // The delegation's authorization uses up this nonce.
        const { authorizationNonce: nonce } = request
        if (nonce !== null) nonces.sent({ scope: call.scope, nonce, hash, outcome })
        return answer
      }
      const transaction = sentWith(request)
      const transmit = async (bytes: Hex): Promise<Hex> => {
        if (!transaction) throw new AirlockError('INTERNAL')
        // The hash is computed from the sent bytes, not taken from a node.
        const hash = keccak256(bytes)
        const { nonce } = transaction
        const nodes = nodesOf(call).map((clientOf) => receiving(clientOf, bytes, hash))
        const send = () => handOver(nodes)
        const outcome = await (batch ? (await loadCalls()).noted({ options, call, batch, nonce, hash }, send) : send())
        nonces.sent({ scope: call.scope, nonce, hash, outcome })
        // The authorization uses the next nonce.
        if (
          transaction.kind === 'evmUndelegation' ||
          (transaction.kind === 'evmBatch' && transaction.delegate !== null)
        )
          nonces.sent({ scope: call.scope, nonce: nonce + 1, hash, outcome })
        return hash
      }
      if (session) {
        const { finishGrant, finishRevocation } = await loadCalls()
        const toFinish = { options, call, send: transmit }
        return session.type === 'revoke'
          ? finishRevocation(session.context, signature.data, toFinish)
          : finishGrant(request, session.asked, signature.data, toFinish)
      }
      if (!transaction) return signature.data
      const hash = await transmit(signature.data)
      return batch ? (await loadCalls()).answerTo(batch, call.scope, hash) : hash
    },
  }
}

/** If the module does not load, a swap is shown as a blind call. */
const loadSwaps = () => import('./swaps.ts').catch(() => undefined)

const receiving = (
  clientOf: (signal: AbortSignal) => Client,
  serializedTransaction: Hex,
  hash: Hex,
): ReceivingNode => ({
  send: (signal) =>
    sendRawTransaction(clientOf(signal), { serializedTransaction }).catch((error: unknown) => {
      throw toAirlockError(error)
    }),
  knows: (signal) => knows(clientOf(signal), hash),
})

const knows = (client: Client, hash: Hex): Promise<boolean> =>
  getTransaction(client, { hash }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TransactionNotFoundError) return false
      throw toAirlockError(error)
    },
  )

/** viem wraps the errors of our transport. */
function toAirlockError(error: unknown): AirlockError {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (inner instanceof AirlockError) return inner
  return new AirlockError('INTERNAL', { cause: error })
}

/** Whether it is a transaction, not only a signature. */
const isSent = (request: SigningRequest): request is EvmTransaction | EvmBatch | EvmUndelegation =>
  request.kind === 'evmTransaction' || request.kind === 'evmBatch' || request.kind === 'evmUndelegation'

/** Whether something is sent after the signature. */
const leaves = (request: SigningRequest): boolean => sentWith(request) !== undefined || request.kind === 'evmOperation'

/** The transaction of a request: itself, or the upgrade for a session. */
const sentWith = (request: SigningRequest): EvmTransaction | EvmBatch | EvmUndelegation | undefined =>
  request.kind === 'evmSession' ? (request.upgrade ?? undefined) : isSent(request) ? request : undefined

const warnOfTokens = (tokens: Tokens, asked: readonly Standard[] = []): Warning[] =>
  tokens.isDisputed || asked.some(({ isDisputed }) => isDisputed) ? ['nodesDisagree'] : []

/** Batches and smart sessions are rare, so their code is loaded when needed. */
const loadCalls = () => import('../../batches/late.ts')
