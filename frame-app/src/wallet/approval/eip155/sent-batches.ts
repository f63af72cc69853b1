/**
 * Calls that a page has sent with `wallet_sendCalls`, by the id that it knows them by. A page finds only its own: another page of the same
 * site shares the storage. Ids can be long and are chosen by the page, so only their hashes are kept.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, type Hex, keccak256, stringToHex } from 'viem'
import { implementations } from '../../signing/implementations.ts'

/** `1.0`: the older draft, whose answers have another form. Its apps may leave the version out. */
export const callsVersions = ['1.0', '2.0.0'] as const
export type CallsVersion = (typeof callsVersions)[number]

/** By which the page knows its calls, and the form of the answers about them. */
export interface CallsName {
  readonly id: string
  readonly version: CallsVersion
}

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

export type SentBatches = ReturnType<typeof createSentBatches>

/** What is noted of calls, besides the page's name for them. */
type Noted = Omit<SentBatch, 'origin' | 'key' | 'version' | 'at'>

export function createSentBatches({
  origin,
  batches,
  now,
}: {
  readonly origin: string
  readonly batches: BatchLog
  readonly now: () => number
}) {
  const keyOf = (id: string): Hex => keccak256(stringToHex(id))
  const isOf = (key: Hex) => (batch: SentBatch) => batch.origin === origin && batch.key === key
  const find = (id: string): SentBatch | undefined => batches.read().find(isOf(keyOf(id)))
  return {
    find,
    /** @throws {AirlockError} 5720 */
    expectNew(id: string): void {
      if (find(id)) refuse('duplicate')
    },
    /** Noted before it is sent, so that the page can ask for it whatever happens; forgotten if no node has taken it. */
    async noted<T>({ id, version }: CallsName, batch: Noted, send: () => Promise<T>): Promise<T> {
      const key = keyOf(id)
      const kept = batches.read().filter(({ at }) => Math.abs(now() - at) < keptForMs)
      batches.write([...kept, { ...batch, version, origin, key, at: now() }].slice(-mostBatches))
      try {
        return await send()
      } catch (error) {
        const isIt = isOf(key)
        batches.write(batches.read().filter((one) => !isIt(one)))
        throw error
      }
    },
  }
}

const refusals = {
  capability: [5700, 'This wallet does not support a capability that the request needs'],
  network: [5710, 'This wallet has no node for the network of the request'],
  duplicate: [5720, 'Calls with this id have been sent already'],
  unknown: [5730, 'No calls with this id have been sent from this site'],
  tooMany: [5740, 'The request has too many calls'],
  upgrade: [5750, 'The user does not want their account to become a smart account'],
  atomicity: [5760, 'On this network the account cannot make several calls as one'],
} as const

export type CallsRefusal = keyof typeof refusals

export function refuse(why: CallsRefusal, detail?: string): never {
  const [rpcCode, text] = refusals[why]
  throw new AirlockError('NOT_AVAILABLE', {
    rpcCode,
    message: detail === undefined ? `${text}.` : `${text}: ${detail}.`,
  })
}
