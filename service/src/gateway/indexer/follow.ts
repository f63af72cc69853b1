/** Keeps an index at the head of its chain: repeats steps, with a pause at the head and a longer one after an error. */
import { setTimeout } from 'node:timers/promises'
import type { Indexer } from './indexer.ts'

export type FollowOptions = {
  readonly indexer: Indexer
  /** Between two polls of the head. */
  readonly pollMs: number
  readonly onError: (error: unknown) => void
}

export type Follower = {
  /** Stops after the current step and releases the network's lease. */
  readonly stop: () => Promise<void>
}

const maxPauseMs = 60_000

export function follow({ indexer, pollMs, onError }: FollowOptions): Follower {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    let pauseMs = pollMs
    while (!signal.aborted) {
      const progress = await indexer.step(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error)
        return 'failed' as const
      })
      if (progress !== 'failed') pauseMs = pollMs
      if (progress === 'moved') continue
      if (progress === 'failed') pauseMs = Math.min(maxPauseMs, pauseMs * 2)
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    }
    // An unreleased lease expires by itself.
    await indexer.release().catch(() => {})
  }
}
