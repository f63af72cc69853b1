/** The networks with the tokens of their fetched lists, which change at run time. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { GatewayNetwork, GatewayNetworks, Token } from '../networks/network.ts'
import type { ListedToken } from '../networks/token-list.ts'
import { firstOf } from '../networks/tokens.ts'
import { addressKey } from './listed.ts'

/** Maximum tokens that fetched lists add to a network: five Multicall3 calls. */
export const maxFetched = 5_000

export type LiveNetworks = {
  readonly networks: GatewayNetworks
  /** Call it when a list has changed. */
  readonly renew: () => void
}

/** @param find returns the tokens of a list by its address */
export function createLiveNetworks(
  networks: GatewayNetworks,
  find: (url: string) => readonly ListedToken[],
): LiveNetworks {
  const tokens = new Map<Caip2, readonly Token[]>()
  const live = [...networks].map(([id, network]): readonly [Caip2, GatewayNetwork] => {
    if (!network.tokenListUrls?.length) return [id, network]
    return [id, Object.defineProperty({ ...network }, 'tokens', { enumerable: true, get: () => tokensOf(network) })]
  })
  return { networks: new Map(live), renew: () => tokens.clear() }

  /** The same array until a list changes. */
  function tokensOf(network: GatewayNetwork): readonly Token[] {
    const known = tokens.get(network.id)
    if (known) return known
    const all = merge(network, (network.tokenListUrls ?? []).map(find))
    tokens.set(network.id, all)
    return all
  }
}

/** A fetched list cannot override the operator's files and the bundled list: its publisher could change the decimals. */
function merge({ id, tokens }: GatewayNetwork, lists: readonly (readonly ListedToken[])[]): readonly Token[] {
  const own = new Set(tokens.map(({ address }) => addressKey(id, address)))
  const fetched = firstOf(id, lists).filter(({ address }) => !own.has(addressKey(id, address)))
  return [...tokens, ...fetched.slice(0, maxFetched)]
}
