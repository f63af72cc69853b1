/** Methods without approval (specification §5): data of the wallet itself, and chain data from a node. */
import { readAddedChain, unknownChain } from '@airlock/protocol/allowlist/added-chain.ts'
import { permissionsFor } from '@airlock/protocol/allowlist/permissions.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ChainReader } from '../../shared/chains/driver.ts'
import { toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import { eip155Driver } from '../../shared/chains/eip155/driver.ts'
import type { Call } from '../approval/prepared.ts'

export interface SafeContext {
  /** Needs no user action, even while locked. @throws {AirlockError} UNAUTHORIZED */
  readonly account: (signal: AbortSignal) => Promise<string>
  /** The embedding page, as reported by the browser. */
  readonly origin: string
  /** Nodes of the project record, by network. */
  readonly rpc: Readonly<Partial<Record<Caip2, readonly string[]>>>
}

type Answer = (call: Call, context: SafeContext, signal: AbortSignal) => Json | Promise<Json>

/** Connecting is consent: a page gets the account of a visitor who has connected there; no other page does. */
const permissions: Answer = async (_, { account, origin }, signal) =>
  permissionsFor(origin, [await account(signal)]).map((permission) => ({ ...permission }))

const own: Readonly<Record<string, Answer>> = {
  eth_accounts: async (_, { account }, signal) => [await account(signal)],
  eth_chainId: ({ scope }) => toHexChainId(scope),
  // EIP-5792: no capabilities on any network.
  wallet_getCapabilities: () => ({}),
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

/** Lives as long as the document: remembers which node made each filter. */
export function createSafe(context: SafeContext) {
  const readers = new Map<Caip2, ChainReader>()
  const readerFor = (scope: Caip2): ChainReader => {
    const urls = context.rpc[scope]
    if (!urls?.length) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    const currency = { name: '', symbol: '', decimals: 18 }
    const network = { id: scope, name: '', currency, rpcUrls: [], testnet: false }
    const reader = readers.get(scope) ?? eip155Driver.createReader(network, urls)
    readers.set(scope, reader)
    return reader
  }
  /** @throws {AirlockError} CHAIN_NOT_SUPPORTED, NOT_AVAILABLE, NETWORK */
  return (call: Call, signal: AbortSignal): Json | Promise<Json> => {
    const { scope, method, params } = call
    const answer = Object.hasOwn(own, method) ? own[method] : undefined
    if (answer) return answer(call, context, signal)
    if (method.startsWith('wallet_') || namespaceOf(scope) !== 'eip155')
      throw new AirlockError('NOT_AVAILABLE', { message: `${method} is not available` })
    return readerFor(scope).request(method, (params ?? []) as Json, signal) // as: a message of the wire, which has passed the allowlist
  }
}
