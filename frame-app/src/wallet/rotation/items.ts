/** What a replaced wallet holds, as the user sees it move. Types alone: each part of the code is a file of the build. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Address } from 'viem'
import type { SentLog } from '../approval/eip155/nonces.ts'
import type { SweepRequest } from '../signing/sweep.ts'

export type Moved =
  | { readonly kind: 'native' }
  | { readonly kind: 'erc20'; readonly token: Address }
  | { readonly kind: 'erc721'; readonly token: Address; readonly id: bigint }
  | { readonly kind: 'erc1155'; readonly token: Address; readonly id: bigint }
  | { readonly kind: 'sol' }
  /** `account`: where the token is. */
  | { readonly kind: 'spl'; readonly account: string; readonly mint: string }

export type ItemState =
  | { readonly at: 'waiting' }
  | { readonly at: 'sending' }
  /** A node has it. */
  | { readonly at: 'sent'; readonly hash: string }
  /** The node no longer shows it at the old address. */
  | { readonly at: 'confirmed' }
  | { readonly at: 'failed'; readonly why: MoveFailure }
  /** It stays. `user`: so the user wants. `fee`: it is worth less than its fee. `dear`: its fee is unusual, so the user decides. */
  | { readonly at: 'skipped'; readonly why: 'user' | 'fee' | 'dear' }

export type MoveFailure =
  /** The old address has not enough of the network's coin for the fee, and on Solana for the deposit of the new token account. */
  | 'noFee'
  /** The contract does not let it go; on Solana, the token's program: it is frozen, or must not be transferred like this. */
  | 'refused'
  /** It was sent, and is still there. */
  | 'remains'
  /** The nodes do not answer, or do not know what was sent. */
  | 'network'
  /** Its fee is unusual, or far higher than in the plan. */
  | 'dear'
  /** The coin, while other items of its network still need it for their fees. */
  | 'needed'

export interface Item {
  readonly key: string
  readonly scope: Caip2
  readonly what: Moved
  /** As decimals, with the name of the unit: of the coin, or of a token, from our table or its contract; no name if it does not say. */
  readonly amount: string
  readonly unit: string
  /** The network's name; and the fee in its coin, when the plan was made. */
  readonly network: string
  readonly fee: string
  readonly coin: string
  /** The user has seen that the fee is unusual. */
  readonly mayCost?: boolean
  readonly state: ItemState
}

/** One network of the project, and how complete its list is. */
export interface NetworkNote {
  readonly scope: Caip2
  readonly network: string
  /** `partly`: its node lists no transfers, so only tokens of our table are found. `more`: there are more than are listed. */
  readonly is: 'unreachable' | 'partly' | 'more'
}

export interface Plan {
  readonly items: readonly Item[]
  readonly notes: readonly NetworkNote[]
}

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
