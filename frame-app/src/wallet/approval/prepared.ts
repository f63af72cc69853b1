/** All that approvals know of requests: what is shown and signed, and what each kind of request does. The kinds are in `requests/`. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Asset } from '../../shared/chains/eip155/moves.ts'
import type { Action, Intent } from '../decode/intent.ts'
import type { SigningRequest } from '../signing/request.ts'

/** A call of the page that has passed the allowlist. */
export interface Call {
  readonly scope: Caip2
  readonly method: string
  readonly params: unknown
}

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

/** All that the user is shown of one request, and the data that is signed if it is approved. */
export interface Prepared {
  readonly call: Call
  readonly request: SigningRequest
  readonly intent: Intent
  /** The request unchanged, shown under "Details". */
  readonly raw: string
  readonly fee?: Fee
  /** The host of the service that pays the fee in place of the account. */
  readonly feePaidBy?: string
  /** Only for transactions. */
  readonly simulation?: Simulation
  /** Keyed by address in lower case. */
  readonly tokens: ReadonlyMap<string, TokenWords>
  /** How long the request can be approved, if shorter than usual. */
  readonly goodForMs?: number
}

/** A prepared request with its kind, which carries it out once it is approved. */
export interface ReadyRequest<Request extends SigningRequest = SigningRequest, Work = unknown> extends Prepared {
  readonly request: Request
  readonly kind: RequestKind<Request, Work>
  /** What only the kind reads. */
  readonly work: Work
}

/** How requests of one kind are carried out. */
export interface RequestKind<Request extends SigningRequest = SigningRequest, Work = unknown> {
  /**
   * Requests in the same lane, in any tab of the partition, are signed one after another: the second only when the first has been sent.
   * Without a lane, requests do not wait for each other.
   */
  lane?(ready: ReadyRequest<Request, Work>): string | undefined
  /**
   * Called in the lane right before signing: updates values that the user was not shown. `undefined` if something that the user was shown
   * would now differ; then the user is asked again.
   *
   * @throws AirlockError NETWORK
   */
  renew?(ready: ReadyRequest<Request, Work>, signal: AbortSignal): Promise<ReadyRequest | undefined>
  /** Whether `finish` sends something to the network. */
  sends?(ready: ReadyRequest<Request, Work>): boolean
  /** Sends the transaction, if any, and returns the answer for the page. An error means that no node has taken the transaction. */
  finish(ready: ReadyRequest<Request, Work>, signed: string): Promise<Json>
}

/** A kind that is asked for by its own methods. */
export interface AskedKind<Request extends SigningRequest = SigningRequest, Work = unknown>
  extends RequestKind<Request, Work> {
  readonly methods: readonly string[]
  /** @throws AirlockError BAD_SHAPE, UNAUTHORIZED, NOT_AVAILABLE for requests that never work; NETWORK for those that may work later. */
  prepare(call: Call, signal: AbortSignal): Promise<ReadyRequest>
}

/** Prepares the requests of one namespace. */
export type Preparer = Pick<AskedKind, 'prepare'>

export interface PreparerOptions {
  /** The signed-in account of the namespace. */
  readonly account: string
  /** The origin of the requesting page, as the browser reports it. */
  readonly origin: string
  readonly now: () => number
  /** Nodes of the project record, by network. */
  readonly rpc: Readonly<Partial<Record<Caip2, readonly string[]>>>
}

/** The nodes of the call's network. @throws {AirlockError} CHAIN_NOT_SUPPORTED */
export function urlsOf({ rpc }: Pick<PreparerOptions, 'rpc'>, scope: Caip2): readonly string[] {
  const urls = rpc[scope]
  if (!urls?.length) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  return urls
}

/** For calls that no kind answers. */
export const notAvailable = ({ method }: Call) =>
  new AirlockError('NOT_AVAILABLE', { message: `${method} is not available` })
