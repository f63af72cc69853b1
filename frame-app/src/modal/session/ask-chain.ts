/** Where payments can be made, and where chain requests go: to the project's nodes or, on EVM chains, to an injected wallet. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { canSendOn } from '../../shared/chains/load-sending.ts'
import type { Ask } from '../../shared/chains/sending.ts'
import { jsonRpc } from '../../shared/http/json-rpc.ts'
import { fetchGasPrice } from '../core/api/gas-price.ts'
import { gatewayOf } from '../core/api/project-gateway.ts'
import type { ModalContext } from '../core/context.ts'
import { readerOf } from './balance.ts'
import type { Connected } from './state/accounts.ts'
import { inUseAtom } from './state/approved.ts'
import { networksAtom } from './state/network.ts'

/** Without a node or a wallet to ask there is no quote, so sending is not offered. */
export function canSend(
  { project, store }: ModalContext,
  { chainId, wallet }: Pick<Connected, 'chainId' | 'wallet'>,
): boolean {
  const isListed = store.get(networksAtom).some(({ id }) => id === chainId)
  if (!isListed || !canSendOn(chainId)) return false
  const hasNodes = (project.rpc[chainId] ?? []).length > 0 || project.gatewayUrl !== undefined
  return hasNodes || (namespaceOf(chainId) === 'eip155' && wallet.handle !== undefined)
}

/** @throws AirlockError NETWORK if there is neither a node nor a wallet to ask */
export async function askerOf(context: ModalContext, network: Network, signal: AbortSignal): Promise<Ask> {
  const ask = await nodeOrWallet(context, network, signal)
  const service = gatewayOf(context)
  if (!service || namespaceOf(network.id) !== 'eip155') return ask
  // A node may lack this method; the gateway's price then still lets the user pay.
  return (method, params) =>
    ask(method, params).catch(async (error) => {
      if (method !== 'eth_gasPrice') throw error
      const price = await fetchGasPrice(service, network.id, signal).catch(() => undefined)
      if (price === undefined) throw error
      return `0x${price.toString(16)}`
    })
}

/** The listed nodes one by one, for what no single one may decide. */
export const nodesOf = ({ project }: ModalContext, network: Network, signal: AbortSignal): readonly Ask[] =>
  (project.rpc[network.id] ?? []).map(
    (url): Ask =>
      (method, params) =>
        jsonRpc(url, { method, params, signal }),
  )

async function nodeOrWallet(context: ModalContext, network: Network, signal: AbortSignal): Promise<Ask> {
  const reader = await readerOf(context, network)
  if (reader) return (method, params) => reader.request(method, params, signal)
  const connector = context.store.get(inUseAtom)[namespaceOf(network.id)]
  if (connector?.handle === undefined)
    throw new AirlockError('NETWORK', { message: 'No node is listed for this network.' })
  return (method, params) => connector.request(method, params, { scope: network.id, signal })
}
