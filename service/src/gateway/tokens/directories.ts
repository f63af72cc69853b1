/** Names of tokens, for every EVM network. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { TokenNames } from '../../store/contract/chain-index.ts'
import { createViewer } from '../eip155/view.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import { createNodePool } from '../nodes/pool.ts'
import { createTokenDirectory, type TokenDirectory } from './directory.ts'

/**
 * A separate pool: a contract that overloads a node must not lower its rank for other calls. Without Multicall3, so that a contract that
 * burns all gas affects only itself.
 */
export const createTokenDirectories = (
  networks: readonly GatewayNetwork[],
  names: TokenNames,
): ReadonlyMap<Caip2, TokenDirectory> =>
  new Map(
    networks.flatMap((network) => {
      if (namespaceOf(network.id) !== 'eip155') return []
      const view = createViewer({ multicall3: undefined }, createNodePool(network.rpcUrls))
      return [[network.id, createTokenDirectory(network, names, view)] as const]
    }),
  )
