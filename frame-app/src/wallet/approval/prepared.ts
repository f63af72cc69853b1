/** Everything that a person is shown of one request, and what will be signed if it is approved. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Action, Intent } from '../decode/intent.ts'
import type { SigningRequest } from '../signing/request.ts'
import type { SentLog } from './eip155/nonces.ts'

/** A call of the page, which has passed the allowlist. */
export interface Call {
  readonly scope: Caip2
  readonly method: string
  readonly params: unknown
}

/** In the smallest unit of the network's coin: what it will probably cost, and what it can cost at most. */
export interface Fee {
  readonly expected: bigint
  readonly most: bigint
}

export type Asset =
  | { readonly type: 'coins' }
  | { readonly type: 'tokens'; readonly token: string }
  | { readonly type: 'item'; readonly collection: string; readonly id: bigint }

/** What the account has more or less of afterwards, without the fee. */
export interface Change {
  readonly asset: Asset
  readonly amount: bigint
}

export interface Effects {
  /** Every loss, then gains. */
  readonly changes: readonly Change[]
  /** Some gains are left out, or there are more losses than a person looks through. */
  readonly isCut: boolean
  /** Rights over what the account owns that are given to others (`allow…`, `changeOwner`) or revoked. */
  readonly rights: readonly Action[]
}

/** From a node, which may be wrong: shown as an estimate. */
export type Simulation =
  | ({ readonly status: 'works' } & Effects)
  /** `reason`: chosen by the contract, cleaned and bounded. */
  | { readonly status: 'fails'; readonly reason?: string }
  /** The node cannot, or did not answer. */
  | { readonly status: 'unknown' }

/** What a contract says of its token: cleaned and bounded, and still its own word. */
export interface TokenWords {
  readonly symbol: string
  readonly decimals: number
}

export interface Prepared {
  readonly call: Call
  readonly request: SigningRequest
  /** Solana: whole transactions, in the order of the request, that wait for the signature of the account. */
  readonly unsigned?: readonly Uint8Array[]
  readonly intent: Intent
  /** To the letter, for the disclosure. */
  readonly raw: string
  readonly fee?: Fee
  /** Of requests that change something at once. */
  readonly simulation?: Simulation
  /** By address in small letters. */
  readonly tokens: ReadonlyMap<string, TokenWords>
  /** So long it can be approved, where that is shorter than for others. */
  readonly goodForMs?: number
}

export interface PreparerOptions {
  /** The signed-in account of the namespace. */
  readonly account: string
  /** Of the page that asks, as the browser says. */
  readonly origin: string
  readonly now: () => number
  readonly sent: SentLog
  /** Nodes of the project record, by network. */
  readonly rpc: Readonly<Partial<Record<Caip2, readonly string[]>>>
}

/** Who prepares the requests of one namespace and brings to an end what was signed. */
export interface Preparer {
  /** @throws AirlockError BAD_SHAPE, UNAUTHORIZED, NOT_AVAILABLE for what can never be asked; NETWORK for what may work later. */
  prepare(call: Call, signal: AbortSignal): Promise<Prepared>
  /**
   * Of two requests in one lane, in whichever tabs of the partition, the second is signed when the first has been sent. Absent, or
   * without a name: they do not hinder each other.
   */
  lane?(prepared: Prepared): string | undefined
  /**
   * Right before it is signed, in its lane: brings up to date what no person was shown. `undefined`: something that they were shown would
   * be other now, so they are asked again.
   *
   * @throws AirlockError NETWORK
   */
  renew?(prepared: Prepared, signal: AbortSignal): Promise<Prepared | undefined>
  /** The answer to the page. What is sent is one transaction, whichever nodes hear of it; an error says that none of them has taken it. */
  finish(prepared: Prepared, signed: string): Promise<Json>
  /** Does something leave for the network when it is finished? */
  sends(prepared: Prepared): boolean
}
