/** The path under which the explorers of each namespace show an account. */
import { type Caip2, type Namespace, namespaceOf } from './caip.ts'
import { readUrl } from './url.ts'

const places: Readonly<Record<Namespace, string>> = {
  eip155: 'address',
  solana: 'account',
  bip122: 'address',
  polkadot: 'account',
}

/** The path under which explorers show a transaction. */
const transactions: Readonly<Record<Namespace, string>> = {
  eip155: 'tx',
  solana: 'tx',
  bip122: 'tx',
  polkadot: 'extrinsic',
}

/** `undefined` if the network has no explorer. The query of the explorer's URL, such as a cluster, is kept. */
export const explorerAddressUrl = (network: Explored, address: string): string | undefined =>
  explorerUrl(network, places[namespaceOf(network.id)], address)

/** As above, for a transaction. */
export const explorerTransactionUrl = (network: Explored, hash: string): string | undefined =>
  explorerUrl(network, transactions[namespaceOf(network.id)], hash)

interface Explored {
  readonly id: Caip2
  readonly explorerUrl?: string | undefined
}

function explorerUrl({ explorerUrl: base }: Explored, place: string, id: string): string | undefined {
  const url = base === undefined ? undefined : readUrl(base)
  if (!url) return undefined
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${place}/${encodeURIComponent(id)}`
  return url.href
}
