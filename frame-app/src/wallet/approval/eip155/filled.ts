/** What is known of a transaction before the nodes say what it does. */
import type { TransactionToRead } from '../../decode/eip155/transaction.ts'
import type { Intent, Warning } from '../../decode/intent.ts'
import type { Prepared, Simulation } from '../prepared.ts'

/** A transaction that is completed with nonce, gas and fees. */
export type Filled = Omit<Prepared, 'intent' | 'simulation' | 'tokens'>

export interface ToComplete {
  readonly toRead: readonly TransactionToRead[]
  /** Of several calls. */
  readonly join?: (intents: readonly Intent[]) => Intent | undefined
  readonly simulating: Promise<Simulation>
  readonly warnings: readonly Warning[]
  readonly signal: AbortSignal
}

/** For the disclosure. */
export const toRaw = (value: object): string => JSON.stringify(value, null, 2)
