/**
 * A call for one network of a connected wallet, whichever network the wallet is on (CAIP-27); loaded with the first such call. A connection
 * in the frames gets the call with its network. An injected EVM wallet knows only its current network: it is switched first, and reads for
 * other networks go to the nodes of the project.
 */
import { connectionMethods, isOfAllNetworks, isRead } from '@airlock/protocol/allowlist/connection-methods.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isCaip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { addressOf, fieldOf, quietly, toJson } from '../dom.ts'
import type { CaipNetworkId, Eip1193Provider, ScopedCall } from '../types.ts'
import { networkOf } from './account.ts'
import type { ProviderHost } from './eip1193.ts'
import { restored } from './restored.ts'
import { withRpcErrors } from './rpc-error.ts'

export interface ScopedHost extends ProviderHost {
  readonly airlock: ProviderHost['airlock'] & { provider: (namespace: 'eip155') => Pick<Eip1193Provider, 'request'> }
}

/** One call at a time per instance: a second call must not switch the network while a prompt is open. */
const turns = new WeakMap<object, Promise<unknown>>()

/** @throws errors with the numeric `code` that dapps expect */
export const runScoped = (host: ScopedHost, call: ScopedCall): Promise<unknown> => withRpcErrors(() => run(host, call))

async function run(host: ScopedHost, { scope, method, params }: ScopedCall): Promise<unknown> {
  const { airlock, store, forward } = host
  if (typeof method !== 'string' || typeof scope !== 'string' || !isCaip2(scope)) throw new AirlockError('BAD_SHAPE')
  if (!airlock.networks.some(({ caipNetworkId }) => caipNetworkId === scope))
    throw new AirlockError('CHAIN_NOT_SUPPORTED')
  // It concerns the connection and its current network.
  if (connectionMethods.has(method))
    throw new AirlockError('METHOD_NOT_ALLOWED', { message: `Call ${method} on \`provider('eip155')\`` })
  const namespace = namespaceOf(scope)
  await restored(host, namespace)
  const account = store.getState().accounts[namespace]
  if (account?.status !== 'connected' || !account.caipAddress) throw new AirlockError('UNAUTHORIZED')
  const plain = params === undefined ? undefined : quietly(() => toJson(params))
  if (params !== undefined && plain === undefined) throw new AirlockError('BAD_SHAPE')
  const given = { scope, method, ...(plain !== undefined && { params: plain }) }
  if (namespace !== 'eip155') return forward(given)
  switch (method) {
    case 'eth_accounts':
      return [...new Set([account.caipAddress, ...account.accounts].map(addressOf))]
    case 'eth_chainId':
      return hexOf(scope)
    case 'net_version':
      return referenceOf(scope)
  }
  if (!host.direct()) return forward(given)
  if (isRead(method) && networkOf(account.caipAddress) !== scope) return forward(given)
  if (isRead(method) || isOfAllNetworks(method)) return airlock.provider('eip155').request(given)
  const turn = (turns.get(store) ?? Promise.resolve()).then(() => runOn(host, given))
  turns.set(
    store,
    turn.catch(() => {}), // the next call runs in any case
  )
  return turn
}

/** Switches the injected wallet to the network, and checks that it has switched before calling it. */
async function runOn({ airlock, store }: ScopedHost, { scope, method, params }: ScopedCall): Promise<unknown> {
  const network = () => {
    const at = store.getState().accounts.eip155?.caipAddress
    return at && networkOf(at)
  }
  const bound = method === 'eth_sendTransaction' ? bind(params, scope) : params
  if (network() !== scope) await airlock.switchNetwork(scope)
  if (network() !== scope) throw new AirlockError('CHAIN_DISCONNECTED', { message: `The wallet is not on ${scope}` })
  return airlock.provider('eip155').request({ method, ...(bound !== undefined && { params: bound }) })
}

/** Adds the network to the transaction, so that a wallet refuses it after another switch. */
function bind(params: unknown, scope: CaipNetworkId): unknown {
  const [transaction, ...others] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof transaction !== 'object' || transaction === null) throw new AirlockError('BAD_SHAPE')
  const chainId = fieldOf(transaction, 'chainId') ?? hexOf(scope)
  if (Number(chainId) !== Number(referenceOf(scope)))
    throw new AirlockError('BAD_SHAPE', { message: `\`chainId\` of the transaction is not ${scope}` })
  return [{ ...transaction, chainId: hexOf(scope) }, ...others]
}

const hexOf = (scope: CaipNetworkId) => `0x${Number(referenceOf(scope)).toString(16)}`
