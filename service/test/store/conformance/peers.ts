/** What the conformance tests of a store are given. */
import type { Store } from '@airlock/service/store/store.ts'

export interface Peers {
  /** Of the engine. */
  readonly name: string
  /** Stores of two processes, or twice the same one if only one is possible. */
  readonly peers: () => readonly [Store, Store]
  readonly store: () => Store
  /** Runs `work` concurrently `times` times, alternating between both stores. */
  readonly atOnce: <Result>(times: number, work: (on: Store, index: number) => Promise<Result>) => Promise<Result[]>
}
