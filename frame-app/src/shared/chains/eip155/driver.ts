/** The eip155 driver: reads through viem over our own ranked nodes. A lazy chunk, not part of the first view. */
import type { Json } from '@airlock/protocol/json.ts'
import { type Address, createClient, custom, defineChain } from 'viem'
import { getBalance } from 'viem/actions'
import type { ChainDriver } from '../driver.ts'
import { createFilters } from '../filters.ts'
import { createNodes } from '../nodes.ts'
import { evmChainId } from './chain-id.ts'
import { multicallBatchSize, multicallOf } from './multicall.ts'

export const eip155Driver: ChainDriver = {
  createReader(network, urls) {
    const nodes = createNodes(urls, 'eth_blockNumber')
    const never = new AbortController().signal
    const multicall3 = multicallOf(network.multicall3)
    const clientFor = (signal: AbortSignal) =>
      createClient({
        chain: defineChain({
          id: evmChainId(network.id),
          name: network.name,
          nativeCurrency: network.currency,
          rpcUrls: { default: { http: urls } },
          ...(multicall3 ? { contracts: { multicall3: { address: multicall3 } } } : {}),
        }),
        transport: custom(
          {
            request: ({ method, params }: { method: string; params?: Json }) =>
              nodes.request(method, params ?? [], signal),
          },
          { retryCount: 0 },
        ),
        batch: { multicall: { batchSize: multicallBatchSize } },
      })
    return {
      rank: nodes.rank,
      request: createFilters(nodes).request,
      async nativeBalance(address, signal) {
        const value = await getBalance(clientFor(signal ?? never), { address: address as Address }) // CAIP-10 of this namespace
        return { value, decimals: network.currency.decimals, symbol: network.currency.symbol }
      },
    }
  },
}
