/** A viem client for one EVM network, over the listed nodes. Every answer of a node is bounded and parsed before use. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Client, createClient, custom, defineChain } from 'viem'
import type { ChainReader } from '../../../shared/chains/driver.ts'
import { evmChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { eip155Driver } from '../../../shared/chains/eip155/driver.ts'
import type { Ask } from '../../../shared/chains/sending.ts'

const currency = { name: '', symbol: '', decimals: 18 }

/** @param urls nodes of the project record */
export const readerOn = (id: Caip2, urls: readonly string[]): ChainReader =>
  eip155Driver.createReader({ id, name: '', currency, rpcUrls: [], testnet: false }, urls)

/** @param signal aborts all calls */
export function createChainClient(id: Caip2, urls: readonly string[], signal: AbortSignal): Client {
  const { request } = readerOn(id, urls)
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
