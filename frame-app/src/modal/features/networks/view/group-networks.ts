/**
 * Groups networks into active, mainnets and testnets, without empty groups; in each, those that the wallet serves come first. The query
 * searches names and ids.
 */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

export interface NetworkGroup {
  name: 'active' | 'mainnets' | 'testnets'
  members: readonly Network[]
}

export function groupNetworks(
  networks: readonly Network[],
  activeId: string | null,
  query: string,
  serves: (id: Caip2) => boolean,
): NetworkGroup[] {
  const wanted = query.trim().toLocaleLowerCase()
  const found = networks.filter((network) => `${network.name} ${network.id}`.toLocaleLowerCase().includes(wanted))
  const others = found
    .filter((network) => network.id !== activeId)
    .sort((one, other) => Number(serves(other.id)) - Number(serves(one.id)))
  const groups: NetworkGroup[] = [
    { name: 'active', members: found.filter((network) => network.id === activeId) },
    { name: 'mainnets', members: others.filter((network) => !network.testnet) },
    { name: 'testnets', members: others.filter((network) => network.testnet) },
  ]
  return groups.filter((group) => group.members.length > 0)
}
