/** The histories of all networks that have one. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { IndexReader } from '../../store/contract/chain-index.ts'
import type { ImageLink } from '../images/link.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import type { NodePool } from '../nodes/pool.ts'
import type { TokenDirectory } from '../tokens/directory.ts'
import { createEvmHistory } from './evm.ts'
import { createExplorer } from './explorer/client.ts'
import { createExplorerRows } from './explorer/explorer.ts'
import { createIndexedRows } from './indexed.ts'
import { remembered } from './remembered.ts'
import { createSolanaHistory } from './solana/solana.ts'
import type { HistorySource } from './source.ts'

export type HistorySourcesOptions = {
  readonly pools: ReadonlyMap<Caip2, NodePool>
  readonly index: IndexReader
  readonly directories: ReadonlyMap<Caip2, TokenDirectory>
  readonly link: ImageLink
}

export function createHistorySources(
  networks: readonly GatewayNetwork[],
  { pools, index, directories, link }: HistorySourcesOptions,
): readonly HistorySource[] {
  return networks.flatMap((network): HistorySource[] => {
    const { id, history } = network
    const pool = pools.get(id)
    if (pool && namespaceOf(id) === 'solana') return [remembered(createSolanaHistory(network, pool, link))]
    const directory = directories.get(id)
    if (!history || !directory) return []
    if (history.kind === 'index')
      return [createEvmHistory(network, { rows: createIndexedRows(id, index), directory, link })]
    const rows = createExplorerRows(createExplorer(id, history))
    return [remembered(createEvmHistory(network, { rows, directory, link }))]
  })
}
