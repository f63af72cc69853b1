/** What the kinds of requests of EVM accounts share: access to the nodes, the next nonce, and sending. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { type Client, type Hex, keccak256, TransactionNotFoundError } from 'viem'
import { getTransaction, getTransactionCount, sendRawTransaction } from 'viem/actions'
import * as z from 'zod/mini'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import type { Session } from '../../login/session.ts'
import type { EvmBatch, EvmTransaction, EvmUndelegation } from '../../signing/request.ts'
import { type BroadcastOutcome, broadcastToNodes, type ReceivingNode } from '../broadcast.ts'
import { type AskedKind, type Call, type PreparerOptions, type ReadyRequest, urlsOf } from '../prepared.ts'
import { createChainClient } from './chain.ts'
import { createNonces, type SentLog } from './nonces.ts'
import type { BatchLog } from './sent-batches.ts'
import type { TokenSource } from './tokens.ts'
import { namesNonce } from './transaction.ts'

export type CallService = Session['call']

export interface EvmOptions extends PreparerOptions {
  readonly sent: SentLog
  /** Calls that pages have sent with `wallet_sendCalls`. */
  readonly batches: BatchLog
  /** The wallet service, which stores records of smart sessions. Without it no session is granted. */
  readonly service?: CallService
  /** Whether the user allows the account to use a contract's code. */
  readonly mayUpgrade: () => boolean
  /** Networks of the project record on which the account may become a smart account. */
  readonly smartAccounts?: ProjectRecord['smartAccounts']
  /** Routers of the project record: calls to them are read as swaps. */
  readonly swap?: ProjectRecord['swap']
}

interface ToTransmit {
  readonly call: Call
  readonly signed: Hex
  /** The nonces that it uses up. */
  readonly nonces: readonly number[]
  /** Notes the transaction around its sending. */
  readonly note?: (hash: Hex, send: () => Promise<BroadcastOutcome>) => Promise<BroadcastOutcome>
}

/** Transactions as other kinds use them that also consist of one: they carry it out as their own. */
export type TransactionKind = Required<AskedKind<EvmTransaction>> & {
  prepare(call: Call, signal: AbortSignal): Promise<ReadyRequest<EvmTransaction>>
}

type Movable = EvmTransaction | EvmBatch | EvmUndelegation

/** More than other tabs and devices send while the user reads. If a node's count rises further, the user is asked again. */
const mostOvertaking = 16

export type EvmTools = ReturnType<typeof createEvmTools>

export function createEvmTools(options: EvmOptions) {
  const { account, now, sent } = options
  const nonces = createNonces({ account, log: sent, now })
  const clientFor = ({ scope }: Call, signal: AbortSignal): Client =>
    createChainClient(scope, urlsOf(options, scope), signal)
  const nodesOf = ({ scope }: Call): ((signal: AbortSignal) => Client)[] =>
    urlsOf(options, scope).map((url) => (signal) => createChainClient(scope, [url], signal))
  const isKnown = async (call: Call, hash: Hex, signal: AbortSignal): Promise<boolean> => {
    const seen = nodesOf(call).map((clientOf) => knows(clientOf(signal), hash).catch(() => false))
    return (await Promise.all(seen)).includes(true)
  }
  const nextNonce = async (call: Call, client: Client, signal: AbortSignal): Promise<number> => {
    const pending = await getTransactionCount(client, { address: checksum(account), blockTag: 'pending' })
    return nonces.next(call.scope, pending, (hash) => isKnown(call, hash, signal))
  }
  return {
    options,
    clientFor,
    nextNonce,
    noteSent: nonces.sent,
    sourceOf: (call: Call, signal: AbortSignal): TokenSource => ({
      scope: call.scope,
      nodes: nodesOf(call).map((clientOf) => clientOf(signal)),
    }),
    /** Of all requests that use nonces of the account on this network. */
    laneOf: ({ call }: Pick<ReadyRequest, 'call'>): string => `send/${call.scope}:${account.toLowerCase()}`,
    expectOwn(given: string, method: string): void {
      if (given.toLowerCase() !== account.toLowerCase())
        throw new AirlockError('UNAUTHORIZED', { message: `${method}: not the account of this wallet` })
    },
    /**
     * Renews a request whose nonce was used meanwhile. `undefined` if so many were that the user is asked again.
     * @param moved the request with the nonce to sign with
     */
    async withNonceNow<Request extends Movable, Work>(
      ready: ReadyRequest<Request, Work>,
      signal: AbortSignal,
      renew: (moved: Request) => Promise<ReadyRequest<Request, Work> | undefined>,
    ): Promise<ReadyRequest<Request, Work> | undefined> {
      const { call, request } = ready
      if (namesNonce(call.params)) return ready
      const nonce = await nextNonce(call, clientFor(call, signal), signal)
      // A lower count comes from a node that lags behind.
      if (nonce <= request.nonce) return ready
      return nonce > request.nonce + mostOvertaking ? undefined : renew({ ...request, nonce })
    },
    async transmit({ call, signed, nonces: used, note = (_, send) => send() }: ToTransmit): Promise<Hex> {
      // The hash is computed from the sent bytes, not taken from a node.
      const hash = keccak256(signed)
      const nodes = nodesOf(call).map((clientOf) => receivingNode(clientOf, signed, hash))
      const outcome = await note(hash, () => broadcastToNodes(nodes))
      for (const nonce of used) nonces.sent({ scope: call.scope, nonce, hash, outcome })
      return hash
    },
  }
}

/** The text under "Details" on the approval. */
export const toRaw = (value: object): string => JSON.stringify(value, null, 2)

/** The signature, or the signed transaction, of the Key Worker. */
export function readSigned(signed: string): Hex {
  const read = z.safeParse(HexText, signed)
  if (!read.success) throw new AirlockError('INTERNAL')
  return read.data
}

/** A node that takes a signed transaction. */
export const receivingNode = (
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
export function toAirlockError(error: unknown): AirlockError {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (inner instanceof AirlockError) return inner
  return new AirlockError('INTERNAL', { cause: error })
}
