/**
 * Log-ins in progress, with their one-time codes. Their clock never runs backwards: a time before the latest one seen
 * by the database counts as that one, so setting the clock back revives nothing. A clock set back by more than an hour
 * is taken as corrected: it counts again, and flows in progress end.
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
  /** Hash of the provider's `state` (social log-in) or of the token in the email link (device approval). */
  readonly stateHash: Hash | undefined
  /** PKCE challenge of the frame's verifier, for social log-in. */
  readonly challenge: string | undefined
  /** The flow's private data: address, host origin, browser. Sealed at rest. */
  readonly payload: Bytes
  /** State in the flow's own state machine. */
  readonly status: string
  readonly matchNumber: number | undefined
  readonly createdAt: Time
  readonly expiresAt: Time
}

export type Flows = {
  /** `stateHash` is unique. Returns what was stored, with its expiry. */
  readonly create: (
    flow: Omit<Flow, 'createdAt' | 'expiresAt'> & { readonly now: Time; readonly lifetimeMs: number },
  ) => Promise<Flow>

  /** Also finds an expired flow (`isExpired`), so that a late caller learns the reason. */
  readonly find: (flowId: Id, now: Time) => Promise<(Flow & { readonly isExpired: boolean }) | undefined>
  readonly findByState: (stateHash: Hash, now: Time) => Promise<(Flow & { readonly isExpired: boolean }) | undefined>

  /** Compare and set: true for exactly one of several callers, never for an expired flow. */
  readonly advance: (step: {
    readonly flowId: Id
    readonly from: string
    readonly to: string
    readonly now: Time
    /** Replaces the payload together with the status. */
    readonly payload?: Bytes
  }) => Promise<boolean>
}

export type CodePurpose = 'login' | 'reauth' | 'email-old' | 'email-new' | 'recovery'

export type CodeTry =
  | {
      readonly outcome: 'EVALUATE'
      readonly codeId: Id
      readonly codeHash: Bytes
      readonly salt: Bytes
      /** Remaining tries after this one. */
      readonly left: number
    }
  | { readonly outcome: 'LOCKED' | 'EXPIRED' | 'CONSUMED' | 'NONE' }

export type Codes = {
  /** Stores the hash of a new code. Invalidates earlier codes of this purpose for the same device key and address. */
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
   * Takes one try of the flow's newest code, durably, before anything is compared. One statement, which raises the
   * counter only while tries are left. Call it outside a transaction, so that no rollback can undo the count.
   */
  readonly raise: (attempt: {
    readonly flowId: Id
    readonly purpose: CodePurpose
    readonly now: Time
  }) => Promise<CodeTry>

  /** Uses up the code. True for exactly one of several callers. */
  readonly consume: (codeId: Id, now: Time) => Promise<boolean>
}
