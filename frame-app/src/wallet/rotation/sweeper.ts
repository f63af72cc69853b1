/** What moves a replaced wallet's holdings on one network. Types alone, as in `items.ts`. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { SentLog } from '../approval/eip155/nonces.ts'
import type { SweepRequest } from '../signing/sweep.ts'
import type { Item, MoveFailure, NetworkNote } from './items.ts'

export interface Sweeper {
  read(): Promise<{ readonly items: readonly Item[]; readonly note?: NetworkNote | undefined }>
  /** @param told the hash, as soon as a node has it. @throws the reason of the signal, once it is aborted. */
  move(item: Item, told: (hash: string) => void): Promise<'confirmed' | 'tooSmall' | { readonly failed: MoveFailure }>
}

export interface SweepParts {
  readonly scope: Caip2
  readonly urls: readonly string[]
  readonly from: string
  readonly to: string
  /** Signs in the Key Worker, with the old key. */
  readonly sign: (request: SweepRequest) => Promise<string>
  readonly sent: SentLog
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly signal: AbortSignal
}
