/** All that the user is shown of one request, and the data that is signed if it is approved. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Asset } from '../../shared/chains/eip155/moves.ts'
import type { CallsVersion } from '../batches/request.ts'
import type { BatchLog } from '../batches/sent-batches.ts'
import type { Services } from '../batches/sponsor.ts'
import type { Action, Intent } from '../decode/intent.ts'
import type { CallService } from '../sessions/book.ts'
import type { SessionWork } from '../sessions/prepare.ts'
import type { SigningRequest } from '../signing/request.ts'
import type { SentLog } from './eip155/nonces.ts'

/** A call of the page that has passed the allowlist. */
export interface Call {
  readonly scope: Caip2
  readonly method: string
  readonly params: unknown
}

/** Not a method for pages: the wallet itself sends it when the user turns the account back into a plain one. */
export const undelegateMethod = 'airlock_undelegate'

/** The expected and the maximum fee, in the smallest unit of the network's coin. */
export interface Fee {
  readonly expected: bigint
  readonly most: bigint
}

export type { Asset }

/** A gain or a loss of the account, without the fee. */
export interface Change {
  readonly asset: Asset
  readonly amount: bigint
}

export interface Effects {
  /** All losses, then gains. */
  readonly changes: readonly Change[]
  /** Some gains are left out, or there are more losses than a user would read. */
  readonly isCut: boolean
  /** Rights over the account's assets that are given to another account (`allow…`, `changeOwner`) or revoked. */
  readonly rights: readonly Action[]
}

/** The result comes from a node, which may be wrong, so it is shown as an estimate. */
export type Simulation =
  | ({ readonly status: 'works' } & Effects)
  /** `reason`: chosen by the contract, cleaned and bounded. */
  | { readonly status: 'fails'; readonly reason?: string }
  /** The node cannot simulate, or did not answer. */
  | { readonly status: 'unknown' }

/** Symbol and decimals as the token's contract states them: cleaned and bounded, but not verified. */
export interface TokenWords {
  readonly symbol: string
  readonly decimals: number
}

export interface Prepared {
  readonly call: Call
  readonly request: SigningRequest
  /** Solana: the whole transactions, in the order of the request, without the account's signature. */
  readonly unsigned?: readonly Uint8Array[]
  readonly intent: Intent
  /** The request unchanged, shown under "Details". */
  readonly raw: string
  readonly fee?: Fee
  /** Set if a sponsor pays the fee: the host of the sponsor's service, and of the service that sends the calls. */
  readonly sponsor?: { readonly host: string; readonly services: Services }
  /** Only for transactions. */
  readonly simulation?: Simulation
  /** Keyed by address in lower case. */
  readonly tokens: ReadonlyMap<string, TokenWords>
  /** For `wallet_sendCalls`: the id by which the page knows the calls, and the version of the answer. */
  readonly batch?: { readonly id: string; readonly version: CallsVersion }
  /** For smart sessions: the work that remains after the approval. */
  readonly session?: SessionWork
  /** How long the request can be approved, if shorter than usual. */
  readonly goodForMs?: number
}

export interface PreparerOptions {
  /** The signed-in account of the namespace. */
  readonly account: string
  /** The origin of the requesting page, as the browser reports it. */
  readonly origin: string
  readonly now: () => number
  readonly sent: SentLog
  /** Calls that pages have sent with `wallet_sendCalls`. */
  readonly batches: BatchLog
  /** The wallet service, which stores records of smart sessions. Without it no session is granted. */
  readonly service?: CallService
  /** Whether the user allows the account to use a contract's code. */
  readonly mayUpgrade: () => boolean
  /** Networks of the project record on which the account may become a smart account. */
  readonly smartAccounts?: ProjectRecord['smartAccounts']
  /** Nodes of the project record, by network. */
  readonly rpc: Readonly<Partial<Record<Caip2, readonly string[]>>>
  /** Routers of the project record: calls to them are read as swaps. */
  readonly swap?: ProjectRecord['swap']
}

/** Prepares the requests of one namespace, and finishes those that were signed. */
export interface Preparer {
  /** @throws AirlockError BAD_SHAPE, UNAUTHORIZED, NOT_AVAILABLE for requests that never work; NETWORK for those that may work later. */
  prepare(call: Call, signal: AbortSignal): Promise<Prepared>
  /**
   * Requests in the same lane, in any tab of the partition, are signed one after another: the second only when the first has been sent.
   * Without a lane, requests do not wait for each other.
   */
  lane?(prepared: Prepared): string | undefined
  /**
   * Called in the lane right before signing: updates values that the user was not shown. `undefined` if something that the user was shown
   * would now differ; then the user is asked again.
   *
   * @throws AirlockError NETWORK
   */
  renew?(prepared: Prepared, signal: AbortSignal): Promise<Prepared | undefined>
  /** Sends the transaction, if any, and returns the answer for the page. An error means that no node has taken the transaction. */
  finish(prepared: Prepared, signed: string): Promise<Json>
  /** Whether `finish` sends something to the network. */
  sends(prepared: Prepared): boolean
}
