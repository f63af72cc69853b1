/** The tokens of a network's lists, by address. The map is rebuilt when lists change. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { GatewayNetwork, Token } from '../networks/network.ts'
import { symbolKey } from './spam.ts'

export type Listed = {
  /** An EVM address in any case. */
  readonly find: (address: string) => Token | undefined
  /** Of the network's currency and its listed tokens, as `symbolKey` writes them. */
  readonly symbols: () => ReadonlySet<string>
}

export function createListed(
  network: Pick<GatewayNetwork, 'id' | 'tokens'> & { readonly currency?: GatewayNetwork['currency'] },
): Listed {
  let seen: readonly Token[] | undefined
  let byAddress: ReadonlyMap<string, Token> = new Map()
  let symbols: ReadonlySet<string> = new Set()
  return {
    find(address) {
      refresh()
      return byAddress.get(addressKey(network.id, address))
    },
    symbols() {
      refresh()
      return symbols
    },
  }

  function refresh(): void {
    const { id, tokens, currency } = network
    if (seen === tokens) return
    seen = tokens
    byAddress = new Map(tokens.map((token) => [addressKey(id, token.address), token]))
    symbols = new Set([...(currency ? [currency] : []), ...tokens].map(({ symbol }) => symbolKey(symbol)))
  }
}

/** Compares addresses regardless of notation. */
export const addressKey = (network: Caip2, address: string): string =>
  namespaceOf(network) === 'eip155' ? address.toLowerCase() : address
