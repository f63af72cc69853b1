/** A viem client for one EVM network, over the listed nodes. Every answer of a node is bounded and parsed before use. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Client, createClient, custom, defineChain } from 'viem'
import { evmChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { eip155Driver } from '../../../shared/chains/eip155/driver.ts'
import type { Ask } from '../../../shared/chains/sending.ts'

/** @param urls nodes of the project record. @param signal aborts all calls */
export function createChainClient(id: Caip2, urls: readonly string[], signal: AbortSignal): Client {
  const currency = { name: '', symbol: '', decimals: 18 }
  const { request } = eip155Driver.createReader({ id, name: '', currency, rpcUrls: [], testnet: false }, urls)
  return createClient({
    chain: defineChain({
      id: evmChainId(id),
      name: '',
      nativeCurrency: currency,
      rpcUrls: { default: { http: urls } },
    }),
    transport: custom(
      { request: ({ method, params }: { method: string; params?: Json }) => request(method, params ?? [], signal) },
      { retryCount: 0 },
    ),
  })
}

/** The nodes of a client, for code that does not need viem's. */
export const askOf =
  ({ transport }: Client): Ask =>
  (method, params) =>
    transport.request({ method, params })
