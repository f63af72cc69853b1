/** The networks of the page. The core has the same list and checks its rules first, so it throws before this list changes. */
import type { AccountState, CaipNetworkId, Chain, Namespace, Network } from '@airlock/host-sdk'
import { networkOf } from './convert.ts'
import { invalid } from './refuse.ts'

/** viem's chain objects are EVM networks. */
export const toNetwork = (given: Network | Chain): Network =>
  'caipNetworkId' in given ? given : { ...given, chainNamespace: 'eip155', caipNetworkId: `eip155:${given.id}` }

export function createNetworkList(given: readonly (Network | Chain)[], defaultNetwork: Network | Chain | undefined) {
  let networks = given.map(toNetwork)
  const find = (id: string) => networks.find(({ caipNetworkId }) => caipNetworkId === id)
  return {
    find,
    /** AppKit reports an active network from the start. */
    initial: defaultNetwork ? toNetwork(defaultNetwork) : networks[0],
    list: (namespace?: Namespace) => networks.filter(({ chainNamespace: its }) => !namespace || its === namespace),
    namespaces: () => [...new Set(networks.map(({ chainNamespace }) => chainNamespace))],
    ofAccount: (account: AccountState | undefined) => account?.caipAddress && find(networkOf(account.caipAddress)),
    read(namespace: Namespace, given: Network | Chain): Network {
      const network = toNetwork(given)
      return network.chainNamespace === namespace ? network : invalid('namespace', `is not that of ${network.name}`)
    },
    add(network: Network): void {
      networks = [...networks.filter(({ caipNetworkId }) => caipNetworkId !== network.caipNetworkId), network]
    },
    /** Keeps only networks that the core still has. */
    keep(left: readonly Network[]): void {
      const ids = new Set(left.map(({ caipNetworkId }) => caipNetworkId))
      networks = networks.filter(({ caipNetworkId }) => ids.has(caipNetworkId))
    },
    remove(id: CaipNetworkId): void {
      networks = networks.filter(({ caipNetworkId }) => caipNetworkId !== id)
    },
  }
}
