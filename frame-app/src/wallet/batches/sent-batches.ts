/**
 * Calls that a page has sent with `wallet_sendCalls`, by the id that it knows them by. A page finds only its own: another page of the same
 * site shares the storage. Ids can be long and are chosen by the page, so only their hashes are kept.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, type Hex, keccak256, stringToHex } from 'viem'
import { implementations } from '../signing/implementations.ts'
import type { CallsVersion } from './request.ts'

export interface SentBatch {
  /** The page. */
  readonly origin: string
  /** keccak256 of the id. */
  readonly key: Hex
  readonly scope: Caip2
  readonly account: Address
  readonly nonce: number
  /** Of the transaction, or of the user operation. */
  readonly hash: Hex
  /** Only of a user operation: a block before it was sent. */
  readonly since?: number | undefined
  /** Only of a user operation. */
  readonly entryPoint?: Address | undefined
  readonly version: CallsVersion
  /** Unix time in ms. */
  readonly at: number
}

/** Of a user operation. Earlier versions noted no contract, because they knew only this one. */
export const entryPointOf = ({ entryPoint = implementations['simple7702-0.8'].entryPoint }: SentBatch): Address =>
  entryPoint

/** Of all pages of this partition, oldest first. */
export interface BatchLog {
  read(): readonly SentBatch[]
  write(all: SentBatch[]): void
}

/** EIP-5792 asks for 24 hours. */
const keptForMs = 48 * 60 * 60_000
export const mostBatches = 100

export interface SentBatches {
  find(id: string): SentBatch | undefined
  add(id: string, batch: Omit<SentBatch, 'origin' | 'key' | 'at'>): void
  /** No node has taken it. */
  remove(id: string): void
}

export function createSentBatches({
  origin,
  log,
  now,
}: {
  readonly origin: string
  readonly log: BatchLog
  readonly now: () => number
}): SentBatches {
  const keyOf = (id: string): Hex => keccak256(stringToHex(id))
  const isOf = (key: Hex) => (batch: SentBatch) => batch.origin === origin && batch.key === key
  return {
    find: (id) => log.read().find(isOf(keyOf(id))),
    add(id, batch) {
      const kept = log.read().filter(({ at }) => Math.abs(now() - at) < keptForMs)
      log.write([...kept, { ...batch, origin, key: keyOf(id), at: now() }].slice(-mostBatches))
    },
    remove(id) {
      const isIt = isOf(keyOf(id))
      log.write(log.read().filter((batch) => !isIt(batch)))
    },
  }
}
