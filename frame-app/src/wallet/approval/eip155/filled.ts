/** A transaction before its simulation and the data of its tokens. */
import type { TransactionToRead } from '../../decode/eip155/transaction.ts'
import type { Intent, Warning } from '../../decode/intent.ts'
import type { Prepared, Simulation } from '../prepared.ts'

/** A transaction completed with nonce, gas and fees. */
export type Filled = Omit<Prepared, 'intent' | 'simulation' | 'tokens'>

export interface ToComplete {
  readonly toRead: readonly TransactionToRead[]
  /** Joins the intents of several calls. */
  readonly join?: (intents: readonly Intent[]) => Intent | undefined
  readonly simulating: Promise<Simulation>
  readonly warnings: readonly Warning[]
  readonly signal: AbortSignal
}

/** The text under "Details" on the approval. */
export const toRaw = (value: object): string => JSON.stringify(value, null, 2)
