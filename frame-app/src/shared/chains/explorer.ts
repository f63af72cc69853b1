/** The path under which the explorers of each namespace show an account. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'

const places: Readonly<Record<Namespace, string>> = {
  eip155: 'address',
  solana: 'account',
  bip122: 'address',
  polkadot: 'account',
}

/** `undefined` if the network has no explorer. The query of the explorer's URL, such as a cluster, is kept. */
export function explorerAddressUrl(network: Pick<Network, 'id' | 'explorerUrl'>, address: string): string | undefined {
  if (network.explorerUrl === undefined) return undefined
  const url = new URL(network.explorerUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${places[namespaceOf(network.id)]}/${address}`
  return url.href
}
