/** State machine of a Farcaster login. */
import type { FarcasterStatus } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'

export type FarcasterState =
  /** The user has not answered in the Farcaster app. */
  | 'AWAIT_ANSWER'
  /** The answer is here, and not checked yet: the relay keeps no copy. */
  | 'ANSWERED'
  /** The device that began it may complete it. */
  | 'PROVEN'
  | 'DONE'
  /** The answer does not prove this login. */
  | 'REFUSED'
  /** The relay has lost the channel. */
  | 'FAILED'

/** Allowed transitions. A state without an entry is final. */
export const steps = {
  answer: { from: 'AWAIT_ANSWER', to: 'ANSWERED' },
  lose: { from: 'AWAIT_ANSWER', to: 'FAILED' },
  accept: { from: 'ANSWERED', to: 'PROVEN' },
  refuse: { from: 'ANSWERED', to: 'REFUSED' },
  finish: { from: 'PROVEN', to: 'DONE' },
} as const satisfies Readonly<Record<string, { readonly from: FarcasterState; readonly to: FarcasterState }>>

const seen = {
  AWAIT_ANSWER: 'pending',
  ANSWERED: 'pending',
  PROVEN: 'proven',
  DONE: 'proven',
  REFUSED: 'refused',
  FAILED: 'failed',
} as const satisfies Readonly<Record<FarcasterState, FarcasterStatus>>

/** State as reported to the client. */
export const seenAs = (state: FarcasterState): FarcasterStatus => seen[state]
export const isFarcasterState = (text: string): text is FarcasterState => Object.hasOwn(seen, text)
