/** Rows from our own index. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { IndexReader } from '../../store/contract/chain-index.ts'
import type { RowSource } from './evm.ts'

export const createIndexedRows =
  (network: Caip2, index: IndexReader): RowSource =>
  async ({ account, before, limit }) => {
    const rows = await index.transactions({ network, account, before, limit: limit + 1 })
    // Before indexing has started, an empty list would be misleading.
    if (rows.length === 0 && !(await index.range(network))) throw new Error('Nothing is indexed yet')
    return { rows: rows.slice(0, limit), isLast: rows.length <= limit }
  }
