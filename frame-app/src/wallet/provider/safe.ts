/** Methods without approval (specification §5): data of the wallet itself, and chain data from a node. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import { eip155Driver } from '../../shared/chains/eip155/driver.ts'
import type { Call } from '../approval/prepared.ts'

export interface SafeContext {
  /** Needs no user action, even while locked. @throws {AirlockError} UNAUTHORIZED */
  readonly account: () => Promise<string>
  /** Nodes of the project record, by network. */
  readonly rpc: Readonly<Partial<Record<Caip2, readonly string[]>>>
  readonly signal: AbortSignal
}

type Answer = (call: Call, context: SafeContext) => Json | Promise<Json>

const own: Readonly<Record<string, Answer>> = {
  eth_accounts: async (_, { account }) => [await account()],
  eth_chainId: ({ scope }) => toHexChainId(scope),
  // EIP-5792: no capabilities on any network.
  wallet_getCapabilities: () => ({}),
}

/** @throws {AirlockError} CHAIN_NOT_SUPPORTED, NOT_AVAILABLE, NETWORK */
export function answerSafely(call: Call, context: SafeContext): Json | Promise<Json> {
  const { scope, method, params } = call
  const answer = Object.hasOwn(own, method) ? own[method] : undefined
  if (answer) return answer(call, context)
  if (method.startsWith('wallet_') || namespaceOf(scope) !== 'eip155')
    throw new AirlockError('NOT_AVAILABLE', { message: `${method} is not available` })
  const urls = context.rpc[scope]
  if (!urls?.length) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  const currency = { name: '', symbol: '', decimals: 18 }
  const reader = eip155Driver.createReader({ id: scope, name: '', currency, rpcUrls: [], testnet: false }, urls)
  return reader.request(method, (params ?? []) as Json, context.signal) // as: a message of the wire, which has passed the allowlist
}
