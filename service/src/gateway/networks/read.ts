/** The networks of the config file, completed with data of well-known ones, and the tokens of the operator's lists. */
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ConfigFile } from '../../config/file.ts'
import { readOwnFile } from '../../crypto/secret.ts'
import { readSwapNetwork } from '../convert/read.ts'
import { servedNamespaces } from '../nodes/methods.ts'
import { knownNetwork } from './known.ts'
import type { GatewayNetworks, NetworkHistory, NetworkPrices } from './network.ts'
import { readTokens } from './tokens.ts'

type Given = NonNullable<ConfigFile['gateway']>['networks']

/**
 * @param hasCore whether the bundled tokens are added
 * @throws {Error} naming the key and what to write
 */
export function readNetworks(
  given: Given,
  at: (path: string) => string,
  { hasCore = false }: { readonly hasCore?: boolean } = {},
): GatewayNetworks {
  const networks = Object.entries(given).map(
    ([id, { rpc, currency, multicall3, tokenLists = [], prices, history, swap }]) => {
      const key = `gateway.networks.${id}`
      if (!isCaip2(id) || !servedNamespaces.includes(namespaceOf(id)))
        throw new Error(`${key}: the gateway serves networks of ${servedNamespaces.join(' and ')}`)
      const known = knownNetwork(id)
      const own = currency ?? known?.currency
      if (!own) throw new Error(`${key}.currency is missing: { "name": "Ether", "symbol": "ETH", "decimals": 18 }`)
      const ownPrices = readPrices(id, prices, at, key)
      const ownHistory = readHistory(id, history, at, key)
      const ownSwap = readSwapNetwork(id, swap, key)
      return [
        id,
        {
          id,
          rpcUrls: rpc,
          currency: own,
          multicall3: multicall3 === false ? undefined : (multicall3 ?? known?.multicall3),
          ...readTokens(id, tokenLists, { at, key: `${key}.tokenLists`, hasCore }),
          ...(ownPrices && { prices: ownPrices }),
          ...(ownHistory && { history: ownHistory }),
          ...(ownSwap && { swap: ownSwap }),
        },
      ] as const
    },
  )
  if (networks.length === 0) throw new Error('gateway.networks is empty: name a network, such as "eip155:1"')
  return new Map(networks)
}

function readPrices(
  network: Caip2,
  given: Given[Caip2]['prices'],
  at: (path: string) => string,
  key: string,
): NetworkPrices | undefined {
  if (!given) return undefined
  if ('pools' in given) {
    if (namespaceOf(network) !== 'eip155') throw new Error(`${key}.prices.pools: only EVM networks have these pools`)
    if (!given.pools.v2Factory && !given.pools.v3Factory)
      throw new Error(`${key}.prices.pools needs v2Factory or v3Factory`)
    return { kind: 'pools', ...given.pools }
  }
  const { url, platform, native, keyHeader, keyFile } = given.feed
  if ((keyHeader === undefined) !== (keyFile === undefined))
    throw new Error(`${key}.prices.feed needs keyHeader and keyFile, or neither`)
  const value = keyFile === undefined ? undefined : readOwnFile(`${key}.prices.feed.keyFile`, at(keyFile))
  return {
    kind: 'feed',
    url,
    platform,
    native,
    key: keyHeader !== undefined && value !== undefined ? { header: keyHeader, value } : undefined,
  }
}

function readHistory(
  network: Caip2,
  given: Given[Caip2]['history'],
  at: (path: string) => string,
  key: string,
): NetworkHistory | undefined {
  if (!given) return undefined
  if (namespaceOf(network) !== 'eip155')
    throw new Error(`${key}.history is for EVM networks; the history of others comes from their nodes`)
  if ('index' in given) return { kind: 'index', fromBlock: given.index.fromBlock }
  const { url, kind, keyFile } = given.explorer
  if (kind === 'etherscan' && keyFile === undefined)
    throw new Error(`${key}.history.explorer.keyFile is missing: Etherscan answers nobody without a key`)
  return {
    kind: 'explorer',
    url,
    flavour: kind,
    apiKey: keyFile === undefined ? undefined : readOwnFile(`${key}.history.explorer.keyFile`, at(keyFile)),
  }
}
