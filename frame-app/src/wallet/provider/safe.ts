/** Methods without approval (specification §5): data of the wallet itself, and chain data from a node. */
import { readAddedChain, unknownChain } from '@airlock/protocol/allowlist/added-chain.ts'
import { CallsId } from '@airlock/protocol/allowlist/calls.ts'
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import { permissionsFor } from '@airlock/protocol/allowlist/permissions.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Client } from 'viem'
import * as z from 'zod/mini'
import type { ChainReader } from '../../shared/chains/driver.ts'
import { toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import { createChainClient, readerOn } from '../approval/eip155/chain.ts'
import type { SmartAccounts } from '../approval/eip155/delegation.ts'
import type { BatchLog } from '../approval/eip155/sent-batches.ts'
import type { CallService } from '../approval/eip155/tools.ts'
import { type Call, urlsOf } from '../approval/prepared.ts'
import type { CallsContext } from './answers/calls.ts'

export interface SafeContext {
  /** Needs no user action, even while the wallet is locked. @throws {AirlockError} UNAUTHORIZED */
  readonly account: (signal: AbortSignal) => Promise<string>
  /** The embedding page, as reported by the browser. */
  readonly origin: string
  /** Nodes of the project record, by network. */
  readonly rpc: Readonly<Partial<Record<Caip2, readonly string[]>>>
  /** Networks on which the account may become a smart account. */
  readonly smartAccounts: () => Promise<SmartAccounts>
  /** The same networks, whatever the user prefers now: granted sessions stay granted. */
  readonly sessions: SmartAccounts
  readonly service: () => Promise<CallService>
  /** Calls that pages have sent. */
  readonly batches: () => Promise<BatchLog>
}

type Answer = (call: Call, context: SafeContext, signal: AbortSignal) => Json | Promise<Json>

/** Connecting counts as consent: the account is given to the page that the user has connected to, and to no other page. */
const permissions: Answer = async (_, { account, origin }, signal) =>
  permissionsFor(origin, [await account(signal)]).map((permission) => ({ ...permission }))

/** Whatever the user prefers now: an operation that was sent stays sent. */
const ofBundler: Answer = async (call, { sessions }, signal) => (await loadOnChain()).askBundler(call, sessions, signal)

const own: Readonly<Record<string, Answer>> = {
  eth_accounts: async (_, { account }, signal) => [await account(signal)],
  eth_chainId: ({ scope }) => toHexChainId(scope),
  wallet_getCapabilities: async ({ params }, context, signal) =>
    (await loadOnChain()).capabilitiesFor(params, await callsContext(context, signal)),
  async wallet_getAssets({ params }, { account, rpc }, signal) {
    const { assetsFor } = await loadOnChain()
    return assetsFor(params, {
      account: await account(signal),
      networks: Object.keys(rpc).filter(isCaip2),
      sourceOf: (scope) => ({ scope, nodes: nodesOf(rpc, scope, signal) }),
    })
  },
  async wallet_getSupportedExecutionPermissions(_, { rpc, smartAccounts }) {
    const networks = Object.keys(rpc).filter(isCaip2)
    return (await loadOnChain()).supportedPermissions({ networks, smartAccounts: await smartAccounts() })
  },
  async wallet_getGrantedExecutionPermissions({ params }, context, signal) {
    const [answers, calls] = await Promise.all([loadOnChain(), callsContext(context, signal)])
    const { sessions: smartAccounts, service, rpc } = context
    const nodesFor = (scope: Caip2) => nodesOf(rpc, scope, signal)
    const of = { ...calls, smartAccounts, nodesFor, service: await service(), now: Date.now }
    return answers.grantedPermissions(params, of)
  },
  async wallet_getCallsStatus({ params }, context, signal) {
    const [id] = z.parse(CallsId, params)
    return (await loadOnChain()).statusFor(id, await callsContext(context, signal))
  },
  // No node knows user operations.
  eth_supportedEntryPoints: ofBundler,
  eth_estimateUserOperationGas: ofBundler,
  eth_getUserOperationByHash: ofBundler,
  eth_getUserOperationReceipt: ofBundler,
  wallet_getPermissions: permissions,
  wallet_requestPermissions: permissions,
  // The modal switches to it afterwards, as to any other network of the project.
  wallet_addEthereumChain({ params }, { rpc }) {
    const id = readAddedChain(params)
    if (!rpc[id]?.length) throw unknownChain(id)
    return null
  },
  // Accepted but not stored: this wallet has no token list.
  wallet_watchAsset: () => true,
}

const loadOnChain = () => import('../requests/on-chain.ts')

/** Each listed node by itself. */
const nodesOf = (rpc: SafeContext['rpc'], scope: Caip2, signal: AbortSignal): readonly Client[] =>
  (rpc[scope] ?? []).map((url) => createChainClient(scope, [url], signal))

async function callsContext(context: SafeContext, signal: AbortSignal): Promise<CallsContext> {
  const { rpc, smartAccounts, batches, origin } = context
  return {
    account: await context.account(signal),
    networks: Object.keys(rpc).filter(isCaip2),
    smartAccounts: await smartAccounts(),
    batches: await batches(),
    origin,
    signal,
    clientFor: (scope) => createChainClient(scope, rpc[scope] ?? [], signal),
    askNode: (scope) => (method, params) => readerOn(scope, rpc[scope] ?? []).request(method, params, signal),
  }
}

/** Lives as long as the document: remembers which node made each filter. */
export function createSafe(context: SafeContext) {
  const readers = new Map<Caip2, ChainReader>()
  const readerFor = (scope: Caip2): ChainReader => {
    const reader = readers.get(scope) ?? readerOn(scope, urlsOf(context, scope))
    readers.set(scope, reader)
    return reader
  }
  /** @throws {AirlockError} CHAIN_NOT_SUPPORTED, NOT_AVAILABLE, NETWORK */
  return (call: Call, { by, filter }: Pick<RpcMethod, 'by' | 'filter'>, signal: AbortSignal): Json | Promise<Json> => {
    const { scope, method, params } = call
    const answer = Object.hasOwn(own, method) ? own[method] : undefined
    if (answer) return answer(call, context, signal)
    if (by !== 'node' || namespaceOf(scope) !== 'eip155')
      throw new AirlockError('NOT_AVAILABLE', { message: `${method} is not available` })
    return readerFor(scope).request(method, (params ?? []) as Json, signal, filter) // as: a message of the wire, which has passed the allowlist
  }
}
