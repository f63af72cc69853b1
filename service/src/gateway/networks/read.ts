/** The networks of the config file, with what is known of well-known ones, and the tokens of the operator's lists. */
import { readFileSync } from 'node:fs'
import { type Caip2, isCaip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ConfigFile } from '../../config/file.ts'
import { servedNamespaces } from '../nodes/methods.ts'
import { knownNetwork } from './known.ts'
import type { GatewayNetworks, Token } from './network.ts'
import { readTokenList } from './token-list.ts'

type Given = NonNullable<ConfigFile['gateway']>['networks']

/** @throws {Error} naming the key and what to write */
export function readNetworks(given: Given, at: (path: string) => string): GatewayNetworks {
  const networks = Object.entries(given).map(([id, { rpc, currency, multicall3, tokenLists = [] }]) => {
    const key = `gateway.networks.${id}`
    if (!isCaip2(id) || !servedNamespaces.includes(namespaceOf(id)))
      throw new Error(`${key}: the gateway serves networks of ${servedNamespaces.join(' and ')}`)
    const known = knownNetwork(id)
    const own = currency ?? known?.currency
    if (!own) throw new Error(`${key}.currency is missing: { "name": "Ether", "symbol": "ETH", "decimals": 18 }`)
    return [
      id,
      {
        id,
        rpcUrls: rpc,
        currency: own,
        multicall3: multicall3 === false ? undefined : (multicall3 ?? known?.multicall3),
        tokens: readTokens(id, tokenLists.map(at), `${key}.tokenLists`),
      },
    ] as const
  })
  if (networks.length === 0) throw new Error('gateway.networks is empty: name a network, such as "eip155:1"')
  return new Map(networks)
}

/** The first list that has a token describes it. */
function readTokens(network: Caip2, paths: readonly string[], key: string): readonly Token[] {
  const tokens = new Map<string, Token>()
  const chainId = namespaceOf(network) === 'eip155' ? Number(referenceOf(network)) : network
  for (const path of paths)
    for (const token of readTokenList(readJson(path, key), `${key}: ${path}`))
      if (token.chainId === chainId && !tokens.has(token.address.toLowerCase()))
        tokens.set(token.address.toLowerCase(), token)
  return [...tokens.values()]
}

function readJson(path: string, key: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`${key}: ${path} cannot be read as JSON`, { cause })
  }
}
