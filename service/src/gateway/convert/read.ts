/** Reads the swap settings from the config file. */
import { type SwapNetwork, swapNetworks } from '@airlock/protocol/gateway/swap-networks.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ConfigFile } from '../../config/file.ts'
import { readOwnFile } from '../../crypto/secret.ts'
import type { SwapSettings } from './settings.ts'

type Gateway = NonNullable<ConfigFile['gateway']>
type Given = Gateway['networks'][Caip2]['swap']

/** @throws {Error} naming the key and what to write */
export function readSwapNetwork(network: Caip2, given: Given, key: string): SwapNetwork | undefined {
  if (given === false) return undefined
  if (given === undefined) return swapNetworks[network]
  if (namespaceOf(network) !== 'eip155') throw new Error(`${key}.swap: only EVM networks have these routers`)
  if (!given.v2 && !given.v3) throw new Error(`${key}.swap needs v2 or v3`)
  return given
}

/** @throws {Error} when others may read the key */
export function readSwapSettings(given: Gateway['swap'], at: (path: string) => string): SwapSettings {
  if (!given) return {}
  const { fee, aggregator } = given
  return {
    ...(fee && { fee }),
    ...(aggregator && {
      aggregator: {
        url: aggregator.url,
        spender: aggregator.spender,
        key: readOwnFile('gateway.swap.aggregator.keyFile', at(aggregator.keyFile)),
      },
    }),
  }
}
