/** State machine of a social login. */
import type { SocialStatus } from '@airlock/protocol/wallet-service/social-endpoints.ts'

export type SocialState =
  /** The user has not come back from the provider. */
  | 'AWAIT_PROVIDER'
  /** The provider's code is being exchanged, once. */
  | 'EXCHANGING'
  /** A new device: the user has to pick the number that it shows. */
  | 'AWAIT_NUMBER'
  /** The device that began it may complete it. */
  | 'PROVEN'
  | 'DONE'
  /** Declined at the provider. */
  | 'DECLINED'
  /** Another number, or "not me". */
  | 'DENIED'
  | 'FAILED'

/** Allowed transitions. A state without an entry is final. */
export const steps = {
  exchange: { from: 'AWAIT_PROVIDER', to: 'EXCHANGING' },
  unreachable: { from: 'AWAIT_PROVIDER', to: 'FAILED' },
  decline: { from: 'EXCHANGING', to: 'DECLINED' },
  fail: { from: 'EXCHANGING', to: 'FAILED' },
  recognise: { from: 'EXCHANGING', to: 'PROVEN' },
  ask: { from: 'EXCHANGING', to: 'AWAIT_NUMBER' },
  approve: { from: 'AWAIT_NUMBER', to: 'PROVEN' },
  deny: { from: 'AWAIT_NUMBER', to: 'DENIED' },
  finish: { from: 'PROVEN', to: 'DONE' },
} as const satisfies Readonly<Record<string, { readonly from: SocialState; readonly to: SocialState }>>

const seen = {
  AWAIT_PROVIDER: 'pending',
  EXCHANGING: 'pending',
  AWAIT_NUMBER: 'confirm',
  PROVEN: 'proven',
  DONE: 'proven',
  DECLINED: 'declined',
  DENIED: 'denied',
  FAILED: 'failed',
} as const satisfies Readonly<Record<SocialState, SocialStatus>>

/** State as reported to the client. */
export const seenAs = (state: SocialState): SocialStatus => seen[state]
export const isSocialState = (text: string): text is SocialState => Object.hasOwn(seen, text)
