/** Checks that a network's history source works as configured. */

import { createBlockReader, IndexError } from '../indexer/reader.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import { createNodePool } from '../nodes/pool.ts'
import { createExplorer } from './explorer/client.ts'

const timeoutMs = 15_000
const nobody = `0x${'0'.repeat(40)}`

/** @returns the problem, without an address, which may contain a key */
export async function probeHistory(network: GatewayNetwork): Promise<string | undefined> {
  const { id, history } = network
  const signal = AbortSignal.timeout(timeoutMs)
  if (history?.kind === 'index') return probeIndex(network, history.fromBlock, signal)
  if (history?.kind !== 'explorer') return undefined
  return createExplorer(id, history)
    .transactions({ account: nobody, endBlock: 1, signal })
    .then(
      () => undefined,
      (error: unknown) => `history.explorer: ${error instanceof Error ? error.message : 'it cannot be asked'}`,
    )
}

async function probeIndex(
  { id, rpcUrls }: GatewayNetwork,
  fromBlock: number | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const reader = createBlockReader(id, createNodePool(rpcUrls, { timeoutMs }))
  try {
    const head = await reader.head(signal)
    const first = fromBlock ?? head.number
    const header = (await reader.headers(first, first, signal)).get(first)
    if (!header) return `history.index: the nodes have no block ${first}`
    const blocks = await reader.next({ height: first - 1, hash: header.parentHash }, first, signal)
    if (blocks === 'forked' || blocks.length === 0)
      return `history.index: the nodes do not give block ${first} with its receipts`
    return undefined
  } catch (error) {
    return `history.index: ${error instanceof IndexError ? error.message : 'no node answers'}`
  }
}
