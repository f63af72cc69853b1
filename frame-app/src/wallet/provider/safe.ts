/** Methods without approval (specification §5): data of the wallet itself, and chain data from a node. */
import { readAddedChain, unknownChain } from '@airlock/protocol/allowlist/added-chain.ts'
import { CallsId } from '@airlock/protocol/allowlist/calls.ts'
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import { permissionsFor } from '@airlock/protocol/allowlist/permissions.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Client } from 'viem'
import * as z from 'zod/mini'
import type { ChainReader } from '../../shared/chains/driver.ts'
import { toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import { createChainClient, readerOn } from '../approval/eip155/chain.ts'
import type { SmartAccounts } from '../approval/eip155/delegation.ts'
import { type Call, urlsOf } from '../approval/prepared.ts'
import type { EmbeddedWallet } from '../login/embedded-wallet.ts'
import type { CallsContext } from './answers/calls.ts'

export interface SafeContext {
  readonly project: Pick<ProjectRecord, 'rpc' | 'smartAccounts'>
  /** The embedding page, as reported by the browser. */
  readonly origin: string
  readonly wallet: () => Promise<SafeWallet>
}

type SafeWallet = Pick<EmbeddedWallet, 'batches' | 'service'> & {
  readonly account: Pick<EmbeddedWallet['account'], 'addresses' | 'preferredType'>
}
type Answer = (call: Call, context: SafeContext, signal: AbortSignal) => Json | Promise<Json>

/** Needs no user action, even while the wallet is locked. @throws {AirlockError} UNAUTHORIZED */
const accountOf = async ({ wallet }: SafeContext, signal: AbortSignal): Promise<string> =>
  (await (await wallet()).account.addresses(signal)).eip155

const networksOf = ({ project }: SafeContext): readonly Caip2[] => Object.keys(project.rpc).filter(isCaip2)

/** Networks on which the account may become a smart account. If the user prefers a plain account, none is offered. */
const smartAccountsOf = async ({ project, wallet }: SafeContext): Promise<SmartAccounts> =>
  (await wallet()).account.preferredType() === 'smartAccount' ? project.smartAccounts : undefined

/** Connecting counts as consent: the account is given to the page that the user has connected to, and to no other page. */
const permissions: Answer = async (_, context, signal) =>
  permissionsFor(context.origin, [await accountOf(context, signal)]).map((permission) => ({ ...permission }))

/** Whatever the user prefers now: an operation that was sent stays sent. */
const ofBundler: Answer = async (call, { project }, signal) =>
  (await loadOnChain()).askBundler(call, project.smartAccounts, signal)

const own: Readonly<Record<string, Answer>> = {
  eth_accounts: async (_, context, signal) => [await accountOf(context, signal)],
  eth_chainId: ({ scope }) => toHexChainId(scope),
  wallet_getCapabilities: async ({ params }, context, signal) =>
    (await loadOnChain()).capabilitiesFor(params, await callsContext(context, signal)),
  async wallet_getAssets({ params }, context, signal) {
    const { assetsFor } = await loadOnChain()
    return assetsFor(params, {
      account: await accountOf(context, signal),
      networks: networksOf(context),
      sourceOf: (scope) => ({ scope, nodes: nodesOf(context, scope, signal) }),
    })
  },
  async wallet_getSupportedExecutionPermissions(_, context) {
    const smartAccounts = await smartAccountsOf(context)
    return (await loadOnChain()).supportedPermissions({ networks: networksOf(context), smartAccounts })
  },
  async wallet_getGrantedExecutionPermissions({ params }, context, signal) {
    const [answers, calls] = await Promise.all([loadOnChain(), callsContext(context, signal)])
    // Whatever the user prefers now: granted sessions stay granted.
    const { smartAccounts } = context.project
    const { service } = await context.wallet()
    const nodesFor = (scope: Caip2) => nodesOf(context, scope, signal)
    return answers.grantedPermissions(params, { ...calls, smartAccounts, nodesFor, service, now: Date.now })
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
  wallet_addEthereumChain({ params }, { project }) {
    const id = readAddedChain(params)
    if (!project.rpc[id]?.length) throw unknownChain(id)
    return null
  },
  // Accepted but not stored: this wallet has no token list.
  wallet_watchAsset: () => true,
}

const loadOnChain = () => import('../requests/on-chain.ts')

/** Each listed node by itself. */
const nodesOf = ({ project }: SafeContext, scope: Caip2, signal: AbortSignal): readonly Client[] =>
  (project.rpc[scope] ?? []).map((url) => createChainClient(scope, [url], signal))

async function callsContext(context: SafeContext, signal: AbortSignal): Promise<CallsContext> {
  const { rpc } = context.project
  return {
    account: await accountOf(context, signal),
    networks: networksOf(context),
    smartAccounts: await smartAccountsOf(context),
    batches: (await context.wallet()).batches,
    origin: context.origin,
    signal,
    clientFor: (scope) => createChainClient(scope, rpc[scope] ?? [], signal),
    askNode: (scope) => (method, params) => readerOn(scope, rpc[scope] ?? []).request(method, params, signal),
  }
}

/** Lives as long as the document: remembers which node made each filter. */
export function createSafe(context: SafeContext) {
  const readers = new Map<Caip2, ChainReader>()
  const readerFor = (scope: Caip2): ChainReader => {
    const reader = readers.get(scope) ?? readerOn(scope, urlsOf(context.project, scope))
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
