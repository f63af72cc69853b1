/** The eip155 driver: reads through viem over our own ranked transport. Lazy chunk; nothing here is in the first view. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Address, createClient, custom, defineChain } from 'viem'
import { getBalance } from 'viem/actions'
import { jsonRpc } from '../../http/json-rpc.ts'
import type { ChainDriver } from '../driver.ts'
import { createRanking } from '../ranking.ts'
import { evmChainId } from './chain-id.ts'

/** Calls in one Multicall3 aggregate, where the network has the contract. */
const multicallBatchSize = 1024

export const eip155Driver: ChainDriver = {
  namespace: 'eip155',
  createReader(network, urls) {
    const ranking = createRanking(urls, {
      ping: (url, signal) => jsonRpc(url, { method: 'eth_blockNumber', params: [], signal }),
    })
    const request = (method: string, params: Json, signal: AbortSignal): Promise<Json> => {
      if (urls.length === 0)
        return Promise.reject(new AirlockError('NETWORK', { message: 'No node is listed for this network.' }))
      return ranking.first(
        (url) => jsonRpc(url, { method, params, signal }),
        (error) => !signal.aborted && error instanceof AirlockError && error.code === 'NETWORK',
      )
    }
    const never = new AbortController().signal
    const clientFor = (signal: AbortSignal) =>
      createClient({
        chain: defineChain({
          id: evmChainId(network.id),
          name: network.name,
          nativeCurrency: network.currency,
          rpcUrls: { default: { http: urls } },
          ...(network.multicall3 ? { contracts: { multicall3: { address: network.multicall3 } } } : {}),
        }),
        transport: custom(
          { request: ({ method, params }: { method: string; params?: Json }) => request(method, params ?? [], signal) },
          { retryCount: 0 },
        ),
        batch: { multicall: { batchSize: multicallBatchSize } },
      })
    return {
      async nativeBalance(address, signal) {
        const value = await getBalance(clientFor(signal ?? never), { address: address as Address }) // CAIP-10 of this namespace
        return { value, decimals: network.currency.decimals, symbol: network.currency.symbol }
      },
      request,
      rank: () => ranking.start(),
    }
  },
  explorerAddressUrl: (network, address) =>
    network.explorerUrl && `${network.explorerUrl.replace(/\/$/, '')}/address/${address}`,
}
