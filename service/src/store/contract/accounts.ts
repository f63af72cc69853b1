/** People and the log-ins that lead to them. The key of an account is `(issuer, subject)`, never the mail address itself. */
import type { Bytes, Hash, Id, Time } from './values.ts'

export type UserStatus = 'ACTIVE' | 'BLOCKED'
/** Who could rebuild the keys: L0 one operator, L1 two operators together, L2 the person alone. */
export type CustodyLevel = 'L0' | 'L1' | 'L2'

export type User = {
  readonly id: Id
  readonly status: UserStatus
  /** As last computed from facts; undefined before there is a wallet. */
  readonly custodyLevel: CustodyLevel | undefined
  readonly createdAt: Time
}

export const identityKinds = ['email', 'google', 'apple', 'facebook', 'github', 'discord', 'x', 'farcaster'] as const
export type IdentityKind = (typeof identityKinds)[number]

export type IdentityKey = {
  /** `email` for mail; the issuer's URL for the others. */
  readonly issuer: string
  /** Keyed hash of the address or of the provider's subject. */
  readonly subjectHash: Hash
}

export type Identity = IdentityKey & {
  readonly id: Id
  readonly userId: Id
  readonly kind: IdentityKind
  /** What the person sees and mails are sent to. Sealed at rest. */
  readonly display: Bytes
  readonly verifiedAt: Time
  readonly isPrimary: boolean
}

export type Accounts = {
  readonly find: (userId: Id) => Promise<User | undefined>

  /**
   * The account of a proven identity, made if there is none. However many calls run at once, an identity has one account.
   * `userId` and `identityId` are used only for what is made.
   */
  readonly findOrCreate: (
    identity: IdentityKey & {
      readonly kind: IdentityKind
      readonly display: Bytes
      readonly userId: Id
      readonly identityId: Id
      readonly now: Time
    },
  ) => Promise<{ readonly user: User; readonly identity: Identity; readonly isNew: boolean }>

  readonly findByIdentity: (identity: IdentityKey) => Promise<User | undefined>

  /** The primary one first. */
  readonly identities: (userId: Id) => Promise<readonly Identity[]>

  /** Inside a transaction: whoever else locks this account waits until it is over. Rules that count rows need it. */
  readonly lock: (userId: Id) => Promise<void>

  readonly setCustodyLevel: (userId: Id, level: CustodyLevel) => Promise<void>
  readonly setStatus: (userId: Id, status: UserStatus) => Promise<void>
}
