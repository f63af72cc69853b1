/** Prepares requests of EVM accounts for display and signing, sends transactions, and builds the answers. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { bytesToHex, type Client, type Hex, keccak256, stringify, TransactionNotFoundError } from 'viem'
import { getTransaction, getTransactionCount, sendRawTransaction } from 'viem/actions'
import * as z from 'zod/mini'
import { knownToken } from '../../decode/eip155/known-tokens.ts'
import { messageBytes } from '../../decode/eip155/message-bytes.ts'
import { checksum, readTransaction, type TransactionToRead } from '../../decode/eip155/transaction.ts'
import { readTypedData, type TypedDataVersion } from '../../decode/eip155/typed-data.ts'
import { readTypedDataIntent } from '../../decode/eip155/typed-data-intent.ts'
import type { Warning } from '../../decode/intent.ts'
import { readMessage } from '../../decode/message.ts'
import type { SigningRequest } from '../../signing/request.ts'
import { tokensIn, withFindings } from '../findings.ts'
import { handOver, type ReceivingNode } from '../hand-over.ts'
import { namedFirst } from '../losses.ts'
import type { Call, Prepared, Preparer, PreparerOptions } from '../prepared.ts'
import { createChainClient } from './chain.ts'
import { createNonces } from './nonces.ts'
import { simulate } from './simulate.ts'
import { readStandard, readTokens, type Standard, type TokenSource, type Tokens } from './tokens.ts'
import { asHex, fillTransaction, namesNonce } from './transaction.ts'

/** What may come after the account, the password of some libraries, is not read. */
const MessageParams = z.tuple([z.string(), z.string()], z.unknown())
const TypedDataParams = z.tuple([z.string(), z.unknown()])
/** More than other tabs and devices send while the user reads: if a node's count rises further, the user is asked again. */
const mostOvertaking = 16

export function createEip155Preparer({ account, origin, now, rpc, sent, swap }: PreparerOptions): Preparer {
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
    const source = sourceOf(call, signal)
    const [asked, simulated] = await Promise.all([
      request.to === null || request.data === '0x' ? undefined : readStandard(source, checksum(request.to)),
      simulate(client, request),
    ])
    const transaction: TransactionToRead = {
      chainId: call.scope,
      from: account,
      to: request.to,
      value: BigInt(request.value),
      data: asHex(request.data),
    }
    const read = readTransaction(
      transaction,
      // Contracts inside a batch are not queried.
      {
        standardOf: (contract) => {
          if (contract.toLowerCase() === request.to?.toLowerCase()) return asked?.standard
          return knownToken(call.scope, contract) && 'erc20'
        },
      },
    )
    const swapping = read.blind ? (await loadSwaps())?.readSwapRequest(transaction, { swap }) : undefined
    const intent = swapping?.intent ?? read
    const simulation = namedFirst(intent, simulated)
    const tokens = await readTokens(source, tokensIn([intent, ...intent.parts], simulation))
    const ofSwap = swapping?.warningsWith({ tokens: tokens.words, simulation }) ?? []
    return {
      call,
      request,
      intent: withFindings(intent, { simulation, warnings: [...warnings, ...ofSwap, ...warnOfTokens(tokens, asked)] }),
      raw: toRaw(request),
      fee,
      simulation,
      tokens: tokens.words,
    }
  }

  const renewTransaction = async (prepared: Prepared, signal: AbortSignal): Promise<Prepared | undefined> => {
    const { call, request } = prepared
    if (request.kind !== 'evmTransaction' || namesNonce(call.params)) return prepared
    const client = clientFor(call, signal)
    const next = await nextNonce(call, client, signal)
    // A lower count comes from a node that lags behind.
    if (next <= request.nonce) return prepared
    if (next > request.nonce + mostOvertaking) return undefined
    const moved = { ...request, nonce: next }
    // The transactions sent meanwhile may have changed its effects.
    const simulation = namedFirst(prepared.intent, await simulate(client, moved))
    if (stringify(simulation) !== stringify(prepared.simulation)) return undefined
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

  const preparers: Readonly<Record<string, (call: Call, signal: AbortSignal) => Promise<Prepared>>> = {
    eth_sendTransaction: prepareTransaction,
    personal_sign: prepareMessage,
    eth_signTypedData_v3: prepareTypedData('v3'),
    eth_signTypedData_v4: prepareTypedData('v4'),
  }

  return {
    prepare(call, signal) {
      const prepare = Object.hasOwn(preparers, call.method) ? preparers[call.method] : undefined
      if (!prepare)
        return Promise.reject(new AirlockError('NOT_AVAILABLE', { message: `${call.method} is not available` }))
      return prepare(call, signal).catch((error: unknown) => {
        throw toAirlockError(error)
      })
    },
    lane: ({ call, request }) =>
      request.kind === 'evmTransaction' ? `send/${call.scope}:${account.toLowerCase()}` : undefined,
    renew: (prepared, signal) =>
      renewTransaction(prepared, signal).catch((error: unknown) => {
        const { code } = toAirlockError(error)
        // A node's refusal to count says nothing about the transaction.
        throw code === 'WALLET_FAILED' ? new AirlockError('NETWORK', { cause: error }) : toAirlockError(error)
      }),
    sends: ({ request }) => request.kind === 'evmTransaction',
    async finish({ call, request }, signed) {
      const signature = z.safeParse(HexText, signed)
      if (!signature.success) throw new AirlockError('INTERNAL')
      if (request.kind !== 'evmTransaction') return signature.data
      // The hash is computed from the sent bytes, not taken from a node.
      const hash = keccak256(signature.data)
      const outcome = await handOver(nodesOf(call).map((clientOf) => receiving(clientOf, signature.data, hash)))
      nonces.sent({ scope: call.scope, nonce: request.nonce, hash, outcome })
      return hash
    },
  }
}

/** Without its code, a swap is a call that cannot be read. */
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

const warnOfTokens = (tokens: Tokens, asked?: Standard): Warning[] =>
  tokens.isDisputed || asked?.isDisputed ? ['nodesDisagree'] : []

const toRaw = (value: object): string => JSON.stringify(value, null, 2)
