/**
 * Log-ins that are under way, with their one-time codes. The clock of both never runs backwards: a time before one that the
 * database has already seen counts as that one, so that a clock set back revives nothing. Set back by more than an hour, it is
 * taken for corrected: it counts again, and what was under way ends.
 */
import type { Bytes, Hash, Id, Time } from './values.ts'

export const flowKinds = ['email', 'social', 'farcaster', 'email-change', 'recovery'] as const
export type FlowKind = (typeof flowKinds)[number]

export type Flow = {
  readonly id: Id
  readonly kind: FlowKind
  readonly projectId: string
  /** Thumbprint of the device key that started it. */
  readonly jkt: string
  readonly addressHash: Hash | undefined
  /** The provider's `state`, hashed, for social log-in; the token of the mail's link, hashed, for device approval. */
  readonly stateHash: Hash | undefined
  /** Challenge of the frame's verifier, for social log-in. */
  readonly challenge: string | undefined
  /** What the flow must remember and nobody else may read: address, host origin, browser. Sealed at rest. */
  readonly payload: Bytes
  /** A word of the flow's own state machine. */
  readonly status: string
  readonly matchNumber: number | undefined
  /** Wrong answers so far, counted by `raiseTries`. */
  readonly tries: number
  readonly createdAt: Time
  readonly expiresAt: Time
}

export type Flows = {
  /** `stateHash` is unique. Gives back what was stored, with its end. */
  readonly create: (
    flow: Omit<Flow, 'tries' | 'createdAt' | 'expiresAt'> & { readonly now: Time; readonly lifetimeMs: number },
  ) => Promise<Flow>

  /** Also one that has expired, told by `isExpired`, so that a late caller can hear why. */
  readonly find: (flowId: Id, now: Time) => Promise<(Flow & { readonly isExpired: boolean }) | undefined>
  readonly findByState: (stateHash: Hash, now: Time) => Promise<(Flow & { readonly isExpired: boolean }) | undefined>

  /** Compare and set: true for exactly one of several callers, and never for a flow that has expired. */
  readonly advance: (step: {
    readonly flowId: Id
    readonly from: string
    readonly to: string
    readonly now: Time
    /** Replaces the payload together with the status. */
    readonly payload?: Bytes
  }) => Promise<boolean>

  /** Counts a try before it is judged; false when `max` tries are used up. */
  readonly raiseTries: (flowId: Id, max: number, now: Time) => Promise<boolean>
}

export type CodePurpose = 'login' | 'reauth' | 'email-old' | 'email-new' | 'recovery'

export type CodeTry =
  | {
      readonly outcome: 'EVALUATE'
      readonly codeId: Id
      readonly codeHash: Bytes
      readonly salt: Bytes
      /** Tries that are left after this one. */
      readonly left: number
    }
  | { readonly outcome: 'LOCKED' | 'EXPIRED' | 'CONSUMED' | 'NONE' }

export type Codes = {
  /** Stores the hash of a new code. Every earlier code of this purpose for the same device key and address dies with it. */
  readonly issue: (code: {
    readonly codeId: Id
    readonly flowId: Id
    readonly purpose: CodePurpose
    readonly codeHash: Bytes
    readonly salt: Bytes
    readonly maxTries: number
    readonly now: Time
    readonly lifetimeMs: number
  }) => Promise<{ readonly expiresAt: Time }>

  /**
   * Takes one try of the flow's newest code, durably, before anything is compared: one statement raises the counter only while
   * tries are left. Call it outside of a transaction, so that nothing can take the count back.
   */
  readonly raise: (attempt: {
    readonly flowId: Id
    readonly purpose: CodePurpose
    readonly now: Time
  }) => Promise<CodeTry>

  /** Uses the code up. True for exactly one of several callers. */
  readonly consume: (codeId: Id, now: Time) => Promise<boolean>
}
