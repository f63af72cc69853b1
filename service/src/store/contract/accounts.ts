/** Users and their log-ins. An account is found by `(issuer, subject)`, never by the email address itself. */
import type { Bytes, Hash, Id, Time } from './values.ts'

export type UserStatus = 'ACTIVE' | 'BLOCKED'
/** Who could rebuild the keys: L0 one operator, L1 two operators together, L2 only the user. */
export type CustodyLevel = 'L0' | 'L1' | 'L2'

export type User = {
  readonly id: Id
  readonly status: UserStatus
  /** As last computed; undefined if there is no wallet yet. */
  readonly custodyLevel: CustodyLevel | undefined
  readonly createdAt: Time
}

export const identityKinds = [
  'email',
  'google',
  'apple',
  'facebook',
  'github',
  'discord',
  'x',
  'farcaster',
  /** Any other OpenID provider, identified by its issuer. */
  'openid',
] as const
export type IdentityKind = (typeof identityKinds)[number]

export type IdentityKey = {
  /** `email` for email; otherwise the issuer's URL. */
  readonly issuer: string
  /** Keyed hash of the address or of the provider's subject. */
  readonly subjectHash: Hash
}

export type Identity = IdentityKey & {
  readonly id: Id
  readonly userId: Id
  readonly kind: IdentityKind
  /** Shown to the user; the address that emails go to. Sealed at rest. */
  readonly display: Bytes
  readonly verifiedAt: Time
  readonly isPrimary: boolean
}

export type NewIdentity = Pick<Identity, 'issuer' | 'subjectHash' | 'kind' | 'display' | 'userId'> & {
  readonly identityId: Id
  readonly now: Time
}

/** A login that was removed or replaced. Until `heldUntil`, no other account can use it, and it can be restored. */
export type FormerIdentity = Identity & { readonly removedAt: Time; readonly heldUntil: Time }

export type Accounts = {
  readonly find: (userId: Id) => Promise<User | undefined>

  /**
   * Finds or creates the account of a proven identity. An identity has one account, even if several calls run at once. `userId` and
   * `identityId` are used only when creating. If an account with that id exists but the identity was removed from it, the new account gets
   * the identity's id instead.
   * @throws {IdentityHeld}
   */
  readonly findOrCreate: (
    identity: NewIdentity,
  ) => Promise<{ readonly user: User; readonly identity: Identity; readonly isNew: boolean }>

  /**
   * Adds a proven identity to an existing account. One that is held for this account counts as verified since its first time, and can still
   * be restored as it was. `TAKEN`: it belongs to another account or is held for one; nothing changes. Run it in a
   * transaction that holds the account's lock, because it counts.
   */
  readonly addIdentity: (
    identity: NewIdentity & { readonly max: number },
  ) => Promise<'ADDED' | 'SAME' | 'TAKEN' | 'TOO_MANY'>

  /**
   * Removes an identity, which becomes a former one; if it was one already, since its first removal. If it was the primary one, `heir` becomes primary, or else the oldest. `LAST`: the
   * account has no other; nothing changes. Run it in a transaction that holds the account's lock.
   */
  readonly removeIdentity: (removal: {
    readonly userId: Id
    readonly identityId: Id
    readonly heir?: Id | undefined
    /** Keyed hash of the token that restores the login. */
    readonly tokenHash: Hash
    readonly now: Time
    readonly heldMs: number
  }) => Promise<'REMOVED' | 'UNKNOWN' | 'LAST'>

  /** Only identities that are still held. */
  readonly formerIdentities: (userId: Id, now: Time) => Promise<readonly FormerIdentity[]>
  readonly findFormer: (tokenHash: Hash, now: Time) => Promise<FormerIdentity | undefined>
  /** The account that an identity is held for. */
  readonly holderOf: (identity: IdentityKey, now: Time) => Promise<Id | undefined>

  /**
   * Restores the account's identities to their state before this one was first removed: those removed since return, those added since are
   * deleted. False if it is no longer held. Run it in a transaction that holds the account's lock.
   */
  readonly restoreIdentities: (former: FormerIdentity, now: Time) => Promise<boolean>

  readonly findByIdentity: (identity: IdentityKey) => Promise<User | undefined>

  /** Primary identity first. */
  readonly identities: (userId: Id) => Promise<readonly Identity[]>

  /** Inside a transaction: other locks of this account wait until it ends. Needed by rules that count rows. */
  readonly lock: (userId: Id) => Promise<void>

  readonly setCustodyLevel: (userId: Id, level: CustodyLevel) => Promise<void>
  readonly setStatus: (userId: Id, status: UserStatus) => Promise<void>
}
