/** Indexes every network configured for it, and reports how far behind each index is. */
import { randomUUID } from 'node:crypto'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { IndexWriter } from '../../store/contract/chain-index.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import { createNodePool } from '../nodes/pool.ts'
import { coinContractsOf } from './coins.ts'
import { follow } from './follow.ts'
import { createIndexer } from './indexer.ts'
import { createBlockReader } from './reader.ts'

export type FollowersOptions = {
  readonly networks: Iterable<GatewayNetwork>
  readonly index: IndexWriter
  readonly now: () => number
  readonly onError: (network: Caip2, error: unknown) => void
}

export type Followers = {
  /** Blocks between index and head, for the networks that this process indexes. */
  readonly behind: () => ReadonlyMap<Caip2, number>
  readonly stop: () => Promise<void>
}

const pollMs = 3_000
/** A separate pool with long timeouts: a block with all its receipts is large. */
const nodeOptions = { timeoutMs: 30_000, answerBytes: 64 * 1024 * 1024 } as const

export function startFollowers({ networks, index, now, onError }: FollowersOptions): Followers {
  const holder = randomUUID()
  const running = [...networks].flatMap(({ id, rpcUrls, history, swap }) => {
    if (history?.kind !== 'index') return []
    const reader = createBlockReader(id, createNodePool(rpcUrls, nodeOptions), coinContractsOf(swap))
    const indexer = createIndexer({ network: id, fromBlock: history.fromBlock, reader, index, holder, now })
    const follower = follow({
      indexer,
      pollMs: history.pollMs ?? pollMs,
      onError: (error) => onError(id, error),
    })
    return [{ id, indexer, follower }]
  })
  return {
    behind: () =>
      new Map(
        running.flatMap(({ id, indexer }) => {
          const blocks = indexer.behind()
          return blocks === undefined ? [] : [[id, blocks] as const]
        }),
      ),
    async stop() {
      await Promise.all(running.map(({ follower }) => follower.stop()))
    },
  }
}
